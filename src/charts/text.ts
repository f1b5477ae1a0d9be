/** What XML cannot hold, line breaks, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** A text of the data as one line that can stand in a picture. */
export const oneLine = (text: string): string => text.toWellFormed().replace(UNSEEN, ' ').trim();

const WIDE =
  /[\p{Extended_Pictographic}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;
const COMBINING = /\p{Mn}|\p{Me}|\u200d|\ufe0f/u;

/**
 * Width of a character in ems. There is no DOM to measure with, and the fonts of readers differ, so these are the
 * widths of DejaVu Sans, which is wider than Inter and the system fonts: what fits here fits there.
 */
function ems(character: string): number {
  if (character >= '0' && character <= '9') return 0.64;
  if (/[ .,:;'|!ijlI/\\()[\]\u00a0\u202f-]/.test(character)) return 0.38;
  if (/[mwMW@%&…—−+=<>~]/.test(character)) return 0.93;
  if (COMBINING.test(character)) return 0;
  if (WIDE.test(character)) return 1.15;
  return character === character.toUpperCase() ? 0.71 : 0.62;
}

/** Values are heavier than names, and wider where the font has no weight between regular and bold. */
const HEAVY = 1.1;

/** Pixels that a value takes at most. */
export const valueWidth = (text: string, size = 12): number => HEAVY * widthOf(text, size);

/** Pixels that a text takes at most, at a size of 12 unless another is given. */
export function widthOf(text: string, size = 12): number {
  let width = 0;
  for (const character of text) width += ems(character);
  return width * size;
}

/** The text, or what of it and an ellipsis fits the room; nothing where not even one character does. */
export function fitted(text: string, room: number, size = 12): string {
  // No label needs more: what is longer is not measured to its end.
  const head = text.length > 400 ? text.slice(0, 400).toWellFormed() : text;
  if (head.length === text.length && widthOf(head, size) <= room) return text;
  const space = room - ems('…') * size;
  let width = 0;
  let kept = '';
  for (const { segment } of GRAPHEMES.segment(head)) {
    width += widthOf(segment, size);
    if (width > space) break;
    kept += segment;
  }
  return kept === '' ? '' : `${kept.trimEnd()}…`;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A sentence in lines that fit the room. */
export function wrapped(text: string, room: number, size = 12): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((one) => fitted(one, room, size));
}
