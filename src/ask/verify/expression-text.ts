/** Reading the texts of facts. They come from our own printers, so their form is known: `a.b = 'x'`, `sum(c) / 2`. */

/** A comparison of a column with literals inside a larger expression. */
export interface ComparisonText {
  /** The column's own name, without its alias. */
  readonly column: string;
  readonly op: '=' | '<>' | 'in' | 'not in';
  readonly values: readonly string[];
}

const COMPARISON =
  /(?:\b\w+\.)?\b([a-z_]\w*)\s*(=|<>|!=|(?:NOT )?IN)\s*(\((?:'(?:[^']|'')*'(?:,\s*)?)+\)|'(?:[^']|'')*')/gi;
const LITERAL = /'((?:[^']|'')*)'/g;

/** The comparisons with texts that stand in an expression: of CASE, FILTER, OR. */
export function comparisonsIn(text: string): readonly ComparisonText[] {
  return [...text.matchAll(COMPARISON)].map(([, column, op, list]) => ({
    column: column!,
    op: op === '!=' ? '<>' : (op!.toLowerCase() as ComparisonText['op']),
    values: [...list!.matchAll(LITERAL)].map(([, value]) => value!.replaceAll("''", "'")),
  }));
}

/** The text with every literal's inside blanked, so that positions stay and nothing in quotes is mistaken for SQL. */
export function withoutLiterals(text: string): string {
  return text.replace(LITERAL, (literal) => `'${' '.repeat(literal.length - 2)}'`);
}

/** The operands of the outermost `+` and `-`; one where there are none. */
export function addends(text: string): readonly string[] {
  const blank = withoutLiterals(text);
  const cuts: number[] = [];
  let depth = 0;
  for (let at = 0; at < blank.length; at++) {
    const sign = blank[at]!;
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (depth === 0 && / [+-] /.test(blank.slice(at - 1, at + 2))) cuts.push(at);
  }
  const ends = [...cuts, text.length];
  return ends.map((end, index) => text.slice(index === 0 ? 0 : cuts[index - 1]! + 1, end).trim());
}

/** The text literals of an expression, as values. */
export const literalsIn = (text: string): readonly string[] =>
  [...text.matchAll(LITERAL)].map(([, value]) => value!.replaceAll("''", "'"));
