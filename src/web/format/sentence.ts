export interface Piece {
  readonly text: string;
  readonly isFigure: boolean;
}

/** Numbers with a fraction or groups of digits, percentages; neither years nor dates. */
const FIGURE = /[+\-−]?(?:\d{1,3}(?:[,.\u202f\u00a0]\d{3})+(?:[.,]\d+)?|\d+[.,]\d+)%?|[+\-−]?\d+%/g;

/** A sentence cut where its figures stand, so that those can be set apart. */
export function piecesOf(sentence: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: text, index } of sentence.matchAll(FIGURE)) {
    if (index > at) pieces.push({ text: sentence.slice(at, index), isFigure: false });
    pieces.push({ text, isFigure: true });
    at = index + text.length;
  }
  if (at < sentence.length) pieces.push({ text: sentence.slice(at), isFigure: false });
  return pieces;
}
