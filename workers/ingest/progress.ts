/** What a parser tells of its progress: two numbers in memory, which a thread shares with the gateway. */
const BYTES = 0;
const ROWS = 1;
let shared: Float64Array | null = null;
let onTold: (() => void) | null = null;

export const newProgress = (): SharedArrayBuffer =>
  new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);

/** Where this thread's task tells it; null: nowhere. */
export function tellProgressTo(buffer: SharedArrayBuffer | undefined): void {
  shared = buffer ? new Float64Array(buffer) : null;
}

/** Calls `tell` whenever there is something to tell, for a process that shares no memory. */
export function tellProgressBy(tell: (buffer: SharedArrayBuffer) => void): void {
  const buffer = newProgress();
  tellProgressTo(buffer);
  onTold = () => tell(buffer);
}

/** Bytes of the file that were read so far; a table is read twice, and this does not go back. */
export function toldBytes(bytes: number): void {
  if (shared && bytes > shared[BYTES]!) shared[BYTES] = bytes;
  onTold?.();
}

export function toldRows(rows: number): void {
  if (shared) shared[ROWS]! += rows;
  onTold?.();
}

export function readProgress(buffer: SharedArrayBuffer): {
  readonly bytes: number;
  readonly rows: number;
} {
  const [bytes = 0, rows = 0] = new Float64Array(buffer);
  return { bytes, rows };
}

/** Puts what another process told where a thread would have. */
export function writeProgress(
  buffer: SharedArrayBuffer,
  { bytes, rows }: { readonly bytes: number; readonly rows: number },
): void {
  const into = new Float64Array(buffer);
  into[BYTES] = bytes;
  into[ROWS] = rows;
}
