export {
  createSnapshot,
  getSnapshot,
  listSnapshots,
  revokeSnapshot,
} from '#src/client/generated/calls.ts';
export type { PublicSnapshot, SnapshotResult } from '#src/client/generated/types.ts';
