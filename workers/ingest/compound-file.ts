/** Where the header of a compound file says what, and what its numbers mean (MS-CFB 2.2, 2.3, 2.6). */
const SECTOR_SHIFT_AT = 30;
const DIRECTORY_AT = 48;
const MORE_TABLES_AT = 68;
const TABLES_AT = 76;
const HEADER_BYTES = 512;
const LAST_SECTOR = 0xfffffffa;
const ENTRY_BYTES = 128;
const TYPE_AT = 66;
/** Left and right neighbour, first child. */
const LINKS_AT = [68, 72, 76] as const;

/**
 * Whether entries of the directory of a compound file (an `.xls`) are each other's children or neighbours: its reader
 * would follow them without end. False where the directory cannot be found; that is left to the reader.
 */
export function hasTangledDirectory(bytes: Buffer): boolean {
  const entries = directoryOf(bytes);
  const links = entries.map((entry) =>
    entry[TYPE_AT] === 0
      ? []
      : LINKS_AT.map((at) => entry.readUInt32LE(at)).filter((to) => to < entries.length),
  );
  const reached = new Set<number>();
  for (const to of links.flat()) {
    if (to === 0 || reached.has(to)) return true;
    reached.add(to);
  }
  // Each has one that leads to it at the most: what no beginning leads to goes in a circle.
  const waiting = [...links.keys()].filter((at) => !reached.has(at));
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    seen++;
    waiting.push(...links[at]!);
  }
  return seen < links.length;
}

function directoryOf(bytes: Buffer): Buffer[] {
  const shift = bytes.length < HEADER_BYTES ? 0 : bytes.readUInt16LE(SECTOR_SHIFT_AT);
  if (shift !== 9 && shift !== 12) return [];
  const size = 2 ** shift;
  const sector = (number: number) => bytes.subarray((number + 1) * size, (number + 2) * size);
  const tables = tablesOf(bytes, sector);
  const next = (number: number) => {
    const table = sector(tables[Math.floor((number * 4) / size)] ?? LAST_SECTOR);
    const at = (number * 4) % size;
    return at + 4 <= table.length ? table.readUInt32LE(at) : LAST_SECTOR;
  };
  return chain(bytes.readUInt32LE(DIRECTORY_AT), sector, next).flatMap((part) =>
    Array.from({ length: Math.floor(part.length / ENTRY_BYTES) }, (_, n) =>
      part.subarray(n * ENTRY_BYTES, (n + 1) * ENTRY_BYTES),
    ),
  );
}

/** The sectors that say which sector follows which. */
function tablesOf(bytes: Buffer, sector: (number: number) => Buffer): number[] {
  const numbers = (part: Buffer) =>
    Array.from({ length: Math.floor(part.length / 4) }, (_, n) => part.readUInt32LE(n * 4));
  const more = chain(bytes.readUInt32LE(MORE_TABLES_AT), sector, (number) => {
    const part = sector(number);
    return part.readUInt32LE(part.length - 4);
  });
  return [bytes.subarray(TABLES_AT, HEADER_BYTES), ...more.map((part) => part.subarray(0, -4))]
    .flatMap(numbers)
    .filter((number) => number < LAST_SECTOR);
}

/** The whole sectors that follow each other, up to the first that comes again. */
function chain(
  first: number,
  sector: (number: number) => Buffer,
  next: (number: number) => number,
): Buffer[] {
  const seen = new Set<number>();
  const parts: Buffer[] = [];
  for (let number = first; number < LAST_SECTOR && !seen.has(number); number = next(number)) {
    const part = sector(number);
    if (part.length < ENTRY_BYTES) break;
    seen.add(number);
    parts.push(part);
  }
  return parts;
}
