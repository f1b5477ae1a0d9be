import type { AtPoint } from '#src/crash-point.ts';

/** The moments of an upload and of a deletion at which tests end the process. */
export const CRASH_POINTS = [
  'received',
  'original-stored',
  'version-recorded',
  'parsed',
  'engine-committed',
  'profiled',
  'before-publish',
  'after-publish',
  'before-cleanup',
  'delete-before-publish',
  'delete-after-publish',
  'delete-before-cleanup',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Called at each of these moments; does nothing outside of tests. */
export type AtCrashPoint = AtPoint<CrashPoint>;
