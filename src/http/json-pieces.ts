/** Characters of JSON text that are put together before they are given. */
const PIECE = 64 * 1024;
/** Objects and lists down to this depth are written member by member; what is deeper (a row) is one text. */
const DEPTH = 3;

/**
 * The text that `JSON.stringify` gives, in pieces of about 64 KiB, so that a long one never stands in memory whole and
 * nobody waits while it is written. `value` is plain data without `toJSON`.
 */
export function* jsonPieces(value: unknown): Generator<string, void, void> {
  let piece = '';
  for (const part of parts(value, DEPTH)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/**
 * Whether the text of a value is surely no longer than so many characters, each of which may take six (`\u0000`). A look
 * at it takes a fraction of what writing it in pieces does.
 */
export function isShortJson(value: unknown, characters: number): boolean {
  return roomAfter(value, characters) >= 0;
}

const MARKS = 4;
const ESCAPED = 6;
const NUMBER = 24;

/** What is left of `room` after a value; negative where it does not fit. */
function roomAfter(value: unknown, room: number): number {
  if (room < 0) return room;
  if (typeof value === 'string') return room - MARKS - ESCAPED * value.length;
  if (typeof value !== 'object' || value === null) return room - NUMBER;
  let left = room - MARKS;
  if (Array.isArray(value))
    for (const item of value) {
      left = roomAfter(item, left);
      if (left < 0) break;
    }
  else
    for (const [name, member] of Object.entries(value)) {
      left = roomAfter(member, left - MARKS - ESCAPED * name.length);
      if (left < 0) break;
    }
  return left;
}

function* parts(value: unknown, depth: number): Generator<string, void, void> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* parts(item, depth - 1);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* parts(member, depth - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}
