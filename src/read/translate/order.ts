import { COUNTS } from '#src/language/translation.ts';
import type { Piece } from '#src/read/translate/pieces.ts';

/** The order of the planner's words: verbs from the end of their clause, what is computed before what it is said of. */
export function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  const told = fromPlaces(
    agreeing(pieces.filter(({ text, kind }) => text !== '' || kind === 'mark')),
  );
  return withRanges(
    neverMade(withVerbs(countsFirst(withAggregates(withParticiples(statesFirst(told)))))),
  );
}

/** `no han hecho ningún pedido`: words that deny agree, and the last one is enough. */
const agreeing = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.filter(
    ({ kind, text }, at) =>
      kind !== 'negation' ||
      text !== 'not' ||
      !pieces
        .slice(at + 1, at + 1 + DENIED_AGAIN)
        .some((later) => later.kind === 'negation' && later.text !== 'not'),
  );

/** So many pieces behind `not` another word may deny the same. */
const DENIED_AGAIN = 3;

/** `clientes da Alemanha`: a place has no article in English. */
const fromPlaces = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece, at) =>
    piece.text === 'of the' && pieces[at + 1]?.kind === 'value' && pieces[at - 1]?.rows
      ? { ...piece, text: 'from' }
      : piece,
  );

/** `commandes annulées`: cancelled orders. */
function statesFirst(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const before = found.at(-1);
    if ((piece.isState || piece.text === 'different') && before?.rows)
      found.splice(-1, 1, piece, before);
    else found.push(piece);
  }
  return found;
}

/** `die verkaufte Menge`: the quantity sold. */
function withParticiples(pieces: readonly Piece[]): readonly Piece[] {
  const found = [...pieces];
  for (let at = 0; at + 1 < found.length; at++)
    if (found[at]!.kind === 'participle' && found[at + 1]!.kind === 'name' && !found[at + 1]!.rows)
      found.splice(at, 2, found[at + 1]!, found[at]!);
  return found;
}

/** `Gehalt im Durchschnitt` */
function withAggregates(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'aggregateBehind') {
      found.push(piece);
      continue;
    }
    const at = found.findLastIndex(({ kind, rows }) => kind === 'name' && !rows);
    if (at < 0) {
      found.push({ ...piece, kind: 'aggregate' });
      continue;
    }
    // `prix moyen le plus élevé`: the last one is said of the others.
    const first = found.findLastIndex(({ kind }, index) => index < at && kind !== 'aggregate') + 1;
    found.splice(first, 0, { ...piece, kind: 'aggregate' });
  }
  return found;
}

/** `Kunden in Kiel, Anzahl`, `Kunden in Kiel wie viele`: what counts stands first. */
function countsFirst(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1);
  if (!last || !COUNTS.has(last.text)) return pieces;
  const rest = pieces.slice(0, -1);
  return [last, ...(rest.at(-1)?.text === ',' ? rest.slice(0, -1) : rest)];
}

/** Verbs go behind the relative pronoun, or behind the other verb of their clause. */
function withVerbs(pieces: readonly Piece[]): readonly Piece[] {
  const clauses: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'relative') clauses.push([piece]);
    else if (piece.kind === 'mark') clauses.push([piece], []);
    else clauses.at(-1)!.push(piece);
  }
  return clauses.flatMap((clause) => verbsFirst(clause));
}

const isVerb = ({ kind }: Piece) => kind === 'verb' || kind === 'being';

function verbsFirst(clause: readonly Piece[]): readonly Piece[] {
  const last = clause.findLastIndex((piece) => !isVerb(piece));
  const verbs = clause.slice(last + 1);
  const rest = clause.slice(0, last + 1);
  if (verbs.length === 0) return clause;
  const isRelative = clause[0]?.kind === 'relative';
  const opener = isRelative ? 0 : rest.findLastIndex(({ kind }) => kind === 'being');
  if (opener < 0) return clause;
  // `deren Preis über 300 liegt`
  if (rest[0]?.text === 'whose') return rest;
  const denied = rest[opener + 1]?.kind === 'negation' ? opener + 2 : opener + 1;
  const being = verbs.filter(({ kind }) => kind === 'being');
  const told = verbs.filter(({ kind }) => kind === 'verb');
  return [
    ...rest.slice(0, opener + 1),
    ...being,
    ...rest.slice(opener + 1, denied),
    ...told,
    ...rest.slice(denied),
  ];
}

/** `haben nie bestellt`: none of the rows that the verb makes. */
function neverMade(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const before = found.at(-1);
    if (piece.kind === 'verb' && piece.makes && before?.text === 'never') {
      found.pop();
      const has = found.at(-1)?.kind === 'being';
      found.push({ ...before, text: has ? 'no' : 'have no' });
      found.push({ ...piece, kind: 'name', text: piece.makes });
    } else found.push(piece);
  }
  return found;
}

const OF_RANGES: ReadonlySet<Piece['kind']> = new Set<Piece['kind']>([
  'month',
  'year',
  'number',
  'day',
  'article',
]);

/** `von April bis Juni` */
function withRanges(pieces: readonly Piece[]): readonly Piece[] {
  const until = pieces.findIndex(({ text }) => text === 'until' || text === 'at most');
  const from = pieces.findLastIndex(({ text }, at) => text === 'of' && at < until);
  if (until < 0 || from < 0) return pieces;
  const inside = pieces.slice(from + 1, until);
  if (!inside.every(({ kind }) => OF_RANGES.has(kind))) return pieces;
  return pieces.map((piece, at) =>
    at === from ? { ...piece, text: 'from' } : at === until ? { ...piece, text: 'to' } : piece,
  );
}

export function sentence(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' ')
    .replaceAll(' ,', ',')
    .trim();
}
