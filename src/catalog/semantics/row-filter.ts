import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowClause, RowEquality } from '#src/plugin-api/row-clause.ts';

type Clauses = readonly RowClause[];
type Token = { readonly [kind in 'quoted' | 'text' | 'number' | 'name' | 'sign']?: string };

const TOKEN =
  /\s*(?:"(?<quoted>(?:[^"]|"")+)"|'(?<text>(?:[^']|'')*)'|(?<number>-?\d{1,19}(?:\.\d{1,15})?)(?![\p{L}\p{N}_.$])|(?<name>[\p{L}_][\p{L}\p{N}_$]*)|(?<sign>[=(),]))\s*/uy;
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'true', 'false']);
const FORM = `A row filter uses column = value and column IN (value, …) with AND, OR and brackets: tenant_id = 42 AND region IN ('EU', 'UK').`;
/** An OR over several ANDs multiplies. */
const MAX_CLAUSES = 64;

class Unreadable extends Error {}

/**
 * Reads the predicate of a document: columns that equal literals, joined by AND and OR, as clauses that all hold.
 * Numbers are kept as such where JavaScript holds them exactly, as text otherwise; TRUE and FALSE are texts.
 */
export function readRowFilter(
  predicate: string,
): { readonly filter: Clauses } | { readonly problem: string } {
  try {
    const filter = new Reader(tokensOf(predicate)).all();
    const [column] = repeated(filter);
    if (column) return { problem: `"${column}" can't equal two values at once. Use OR or IN.` };
    return { filter };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

function tokensOf(predicate: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < predicate.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(predicate)?.groups;
    if (!found) throw new Unreadable(FORM);
    tokens.push(found);
  }
  return tokens;
}

/** AND binds more tightly than OR. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  all(): Clauses {
    const clauses = this.#any();
    if (this.#at < this.#tokens.length) throw new Unreadable(FORM);
    return clauses;
  }

  #any(): Clauses {
    let clauses = this.#each();
    while (this.#takes('name', 'or')) clauses = eitherOf(clauses, this.#each());
    return clauses;
  }

  #each(): Clauses {
    const clauses = [...this.#term()];
    while (this.#takes('name', 'and')) clauses.push(...this.#term());
    return clauses;
  }

  #term(): Clauses {
    if (this.#takes('sign', '(')) {
      const inside = this.#any();
      this.#need(')');
      return inside;
    }
    const column = this.#column();
    if (this.#takes('sign', '=')) return [[{ column, value: this.#value() }]];
    if (!this.#takes('name', 'in')) throw new Unreadable(FORM);
    this.#need('(');
    const values = [this.#value()];
    while (this.#takes('sign', ',')) values.push(this.#value());
    this.#need(')');
    return [values.map((value) => ({ column, value }))];
  }

  #column(): string {
    const { quoted, name } = this.#next();
    if (quoted !== undefined) return quoted.replaceAll('""', '"');
    if (name === undefined || WORDS.has(name.toLowerCase())) throw new Unreadable(FORM);
    return name;
  }

  #value(): string | number {
    const { text, number, name } = this.#next();
    if (text !== undefined) return text.replaceAll("''", "'");
    if (number !== undefined) return numberOf(number);
    const word = name?.toLowerCase();
    if (word !== 'true' && word !== 'false') throw new Unreadable(FORM);
    return word;
  }

  #next(): Token {
    const token = this.#tokens[this.#at++];
    if (!token) throw new Unreadable(FORM);
    return token;
  }

  #takes(kind: 'name' | 'sign', text: string): boolean {
    const isThere = this.#tokens[this.#at]?.[kind]?.toLowerCase() === text;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #need(sign: string): void {
    if (!this.#takes('sign', sign)) throw new Unreadable(FORM);
  }
}

/** `(a AND b) OR c` is `(a OR c) AND (b OR c)`, also where a comparison with NULL is neither true nor false. */
function eitherOf(left: Clauses, right: Clauses): Clauses {
  if (left.length * right.length > MAX_CLAUSES)
    throw new Unreadable('The row filter has too many OR conditions. Use IN.');
  return left.flatMap((one) => right.map((other) => distinct([...one, ...other])));
}

const keyOf = ({ column, value }: RowEquality) => JSON.stringify([column.toLowerCase(), value]);

const distinct = (clause: RowClause): RowClause => [
  ...new Map(clause.map((each) => [keyOf(each), each])).values(),
];

/** Columns that have to equal something twice. */
function repeated(clauses: Clauses): readonly string[] {
  const alone = clauses.filter(({ length }) => length === 1).map(([only]) => only!.column);
  const folded = alone.map((column) => column.toLowerCase());
  return alone.filter((_, at) => folded.indexOf(folded[at]!) < at);
}

const numberOf = (digits: string): string | number =>
  String(Number(digits)) === digits ? Number(digits) : digits;

/**
 * The catalog of a workspace with a row filter, without what was measured over all rows and what names their values:
 * ranges, samples, value indexes, approved examples.
 */
export function closedByFilter(catalog: Catalog): Catalog {
  if (!catalog.rowFilter) return catalog;
  return {
    ...catalog,
    tables: catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, profile: null })),
    })),
    ...(catalog.meaning ? { meaning: { ...catalog.meaning, values: [], examples: [] } } : {}),
  };
}
