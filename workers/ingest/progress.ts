/** What a parsing thread tells of its progress: two numbers in memory that it shares with the gateway. */
const BYTES = 0;
const ROWS = 1;
let shared: Float64Array | null = null;

export const newProgress = (): SharedArrayBuffer =>
  new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);

/** Where this thread's task tells it; null: nowhere. */
export function tellProgressTo(buffer: SharedArrayBuffer | undefined): void {
  shared = buffer ? new Float64Array(buffer) : null;
}

/** Bytes of the file that were read so far; a table is read twice, and this does not go back. */
export function toldBytes(bytes: number): void {
  if (shared && bytes > shared[BYTES]!) shared[BYTES] = bytes;
}

export function toldRows(rows: number): void {
  if (shared) shared[ROWS]! += rows;
}

export function readProgress(buffer: SharedArrayBuffer): {
  readonly bytes: number;
  readonly rows: number;
} {
  const [bytes = 0, rows = 0] = new Float64Array(buffer);
  return { bytes, rows };
}
