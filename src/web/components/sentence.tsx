import { piecesOf } from '../format/sentence.ts';

/** A sentence of the answer, its figures set apart. `lang`: of the words, where it is not the page's. */
export function Sentence({ text, lang }: { readonly text: string; readonly lang?: string }) {
  return (
    <p class="headline" dir="auto" lang={lang}>
      {piecesOf(text).map(({ text: piece, isFigure }, at) =>
        isFigure ? <b key={at}>{piece}</b> : piece,
      )}
    </p>
  );
}
