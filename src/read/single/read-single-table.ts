import { wordsOf } from '#src/catalog/name-keys.ts';
import { HUMANS } from '#src/language/en/people.ts';
import {
  BEING,
  COUNTING_HEADS,
  DIFFERENCE,
  DIFFERENT,
  DOING,
  EMPTY_HEADS,
  ENDS,
  MORE,
  MOST,
  NOT_EXACT,
  ONLY,
  OPENERS,
  PARTS,
  PLACING_VERBS,
  RELATIVE,
  ROW_NOUNS,
  SPOKEN_OF,
  UNREAD,
} from '#src/language/en/single-table.ts';
import { showsPeople } from '#src/planner/asked-people.ts';
import { same } from '#src/planner/compile/finish.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isLinking } from '#src/planner/linking.ts';
import { listCellsOf } from '#src/planner/list-cells.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  ComparisonOperator,
  Expr,
  Literal,
  Predicate,
  SelectItem,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';
import type { Question } from '#src/read/question.ts';
import { boundAt } from '#src/read/rules/bounds.ts';
import type { Piece, ValuePiece } from './pieces.ts';
import { byRowOrder, isOrderPiece, orderPieceAt, type SheetReader } from './row-order.ts';

/** What a question about a single table computes, and what was taken for granted. */
export interface SingleReading {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
}

/**
 * Reads a question about the one table of a catalog, whose rows are called rows, or as the table and its columns are. Null
 * where a noun names nothing in it, a verb says more than that rows have something, or anything else is left unread.
 */
export function readSingleTable(question: Question, { tables }: Catalog): SingleReading | null {
  const [table, second] = tables;
  if (!table || second) return null;
  return new SingleReader(question, table).read();
}

class SingleReader implements SheetReader {
  readonly question: Question;
  readonly table: CatalogTable;
  readonly assumptions: string[] = [];
  /** Verbs that name nothing in the table. */
  readonly verbs: string[] = [];
  private readonly title: ReadonlySet<string>;

  constructor(question: Question, table: CatalogTable) {
    this.question = question;
    this.table = table;
    this.title = new Set(wordsOf(table.label));
  }

  read(): SingleReading | null {
    const counting = this.countingHead();
    const pieces = this.pieces(counting ?? 0);
    if (!pieces) return null;
    const query = pieces.some(isOrderPiece)
      ? counting === null
        ? byRowOrder(pieces, this)
        : null
      : counting === null
        ? (this.compared(pieces) ?? this.difference(pieces) ?? this.listed(pieces))
        : (this.howManyMore(pieces) ?? this.lookedUp(pieces) ?? this.counted(pieces, counting));
    return query && { query, assumptions: this.assumptions };
  }

  private countingHead(): number | null {
    for (let at = 0; at < 3; at++) {
      const head = COUNTING_HEADS.find((phrase) => this.question.starts(at, phrase));
      if (head) return at + head.length;
      if (!this.question.isFunctionWord(at) && !this.question.isAsking(at)) return null;
    }
    return null;
  }

  /** All that the words from a token on are; null where one is left. */
  private pieces(from: number): readonly Piece[] | null {
    const { question } = this;
    const found: Piece[] = [];
    let at = from;
    while (at < question.length) {
      const piece = this.pieceAt(at, found);
      if (piece) {
        found.push(piece);
        at = piece.to;
        continue;
      }
      const word = question.word(at);
      const filler = question.fillerAt(at);
      if (filler !== null) {
        at = filler;
        continue;
      }
      const passes =
        question.isPunctuation(at) ||
        (at > 0 && question.is(at, RELATIVE)) ||
        OPENERS.has(word) ||
        ONLY.has(word) ||
        (question.isAsking(at) && !UNREAD.has(word)) ||
        (question.isFunctionWord(at) && !UNREAD.has(word));
      if (passes) {
        at++;
        continue;
      }
      const token = question.tokens[at]!;
      if (token.kind !== 'word' || UNREAD.has(word)) return null;
      const isOfTitle = this.title.has(token.lemma) || this.title.has(word);
      const isHead = ROW_NOUNS.has(word) || EMPTY_HEADS.has(word) || this.isPerson(token.lemma);
      if (isHead && !isOfTitle) found.push({ kind: 'noun', word, at, to: at + 1 });
      else if (!isOfTitle) {
        if (!this.isPassed(at, found.at(-1))) return null;
        this.verbs.push(word);
      }
      at++;
    }
    return found.some((one) => one.kind === 'end' || one.kind === 'beside')
      ? found
      : found.filter(({ kind }) => kind !== 'listed');
  }

  /** Whether a verb says no more than that rows have something: `win` of `how many gold did Turkey win`. */
  private isPassed(at: number, last: Piece | undefined): boolean {
    const { question } = this;
    const word = question.word(at);
    if (!isLinking(word) && !PLACING_VERBS.has(word)) return false;
    // `which coach`: a noun, whatever verb is written like it.
    if ((question.isAsking(at - 1) && !question.asksWho) || question.isArticle(at - 1))
      return false;
    const isDone =
      last?.kind === 'value' &&
      last.to === at &&
      question.tokens.slice(0, at).some((_, before) => question.is(before, DOING));
    return isDone || question.isVerb(at);
  }

  /** `people` of a sheet of patients. */
  private isPerson(noun: string): boolean {
    return HUMANS.has(noun) && showsPeople(this.table);
  }

  private pieceAt(at: number, found: readonly Piece[]): Piece | null {
    const { question } = this;
    // `the only one`
    const isOnlyOne = question.is(at, ONLY) && question.is(at + 1, ROW_NOUNS);
    const bound = isOnlyOne ? null : boundAt(at, question);
    if (bound) return { kind: 'bound', ...bound.value, to: bound.to };
    const exact = this.exactlyAt(at, found.at(-1));
    if (exact) return exact;
    const [value] = question.valueRefs(at);
    const column = this.columnAt(at);
    const order = this.table.rowOrder && !column ? orderPieceAt(at, question) : null;
    if (order && !question.isWritten(at) && (!value || value.to <= order.to)) return order;
    if (value && (!column || value.to > column.to || question.isWritten(at))) {
      const options = value.options.filter(({ cost }) => cost < 0.3);
      // A value that stands in several columns does not tell which one is meant, but beside rows that are asked by one of them.
      const said = found.at(-1)?.kind === 'beside' ? columnsOf(found) : [];
      const [one, other] =
        options.length > 1 ? options.filter(({ column: name }) => said.includes(name)) : options;
      const own = one && !other ? this.columnOf(one.column) : null;
      if (own)
        return {
          kind: 'value',
          column: own,
          texts: one!.texts,
          to: value.to,
          text: value.text,
        };
      if (!column) return null;
    }
    if (column) return { kind: 'column', ...column };
    const word = question.word(at);
    const most = MOST.get(word) ?? ENDS.get(word);
    if (most) return { kind: 'most', end: most, word, to: at + 1 };
    const more = MORE.get(word);
    if (more) return { kind: 'more', end: more, word, to: at + 1 };
    if (PARTS.has(word) || DIFFERENCE.has(word)) return { kind: 'mark', word, to: at + 1 };
    return null;
  }

  /** `completed 7 laps`, `where the majority was 4`: a number said of a column alone. */
  private exactlyAt(at: number, last: Piece | undefined): Piece | null {
    const { question } = this;
    const value = question.number(at);
    if (value === null || question.is(at - 1, NOT_EXACT)) return null;
    const piece = { kind: 'bound', op: '=', value, to: at + 1, word: '' } as const;
    const behind = this.columnAt(at + 1);
    if (behind && isCompared(behind.column)) return piece;
    const isSaid = last?.kind === 'column' && isCompared(last.column);
    return isSaid && last.to === at - 1 && question.is(at - 1, BEING) ? piece : null;
  }

  private columnOf(name: string): CatalogColumn | null {
    return this.table.columns.find((column) => column.name === name && !column.hidden) ?? null;
  }

  /** The longest name of a single column, or of one that has it as a whole word. */
  private columnAt(at: number): { column: CatalogColumn; from: number; to: number } | null {
    const whole = this.table.columns.find(
      ({ label, hidden }) => !hidden && label.toLowerCase() === this.question.word(at),
    );
    if (whole) return this.isShared(whole) ? null : { column: whole, from: at, to: at + 1 };
    for (const { to, options } of this.question.refs(at).toReversed()) {
      const columns = options.filter((one) => one.kind === 'column' && one.columns.length === 1);
      const [best, next] = columns.toSorted((a, b) => a.cost - b.cost);
      if (best?.kind !== 'column' || best.evidence === 'synonym') continue;
      if (next && next.cost - best.cost < 0.05) continue;
      if (this.isShared(best.columns[0])) continue;
      return { column: best.columns[0], from: at, to };
    }
    return null;
  }

  /** Two columns of one header: the second has a number behind it. */
  private isShared({ label }: CatalogColumn): boolean {
    return this.table.columns.some((one) => !one.hidden && one.label === `${label} 2`);
  }

  /** Conditions of pieces: values, and bounds with the column before or behind them; null where one is left. */
  conditions(pieces: readonly Piece[]): { where: Predicate[]; rest: Piece[] } | null {
    const where: Predicate[] = [];
    const rest: Piece[] = [];
    for (let index = 0; index < pieces.length; index++) {
      const one = pieces[index]!;
      if (index > 0 && namesValue(one, pieces[index - 1], pieces[index + 1])) continue;
      if (one.kind === 'value') where.push(this.isOneOf(one));
      else if (one.kind === 'bound') {
        const behind = pieces[index + 1];
        const before = pieces[index - 1];
        const spoken = this.spokenOf(one.word);
        if (behind?.kind === 'column' && isCompared(behind.column)) {
          where.push(this.compare(behind.column, one.op, one.value));
          index++;
          // `20 total medals`
          if (pieces[index + 1]?.kind === 'noun') index++;
          if (rest.length > 1) return null;
        } else if (
          before?.kind === 'column' &&
          isCompared(before.column) &&
          rest.at(-1) === before
        ) {
          rest.pop();
          where.push(this.compare(before.column, one.op, one.value));
          if (behind?.kind === 'noun') index++;
        } else if (spoken) where.push(this.compare(spoken, one.op, one.value));
        else return null;
      } else rest.push(one);
    }
    return { where, rest };
  }

  isOneOf({ column, texts }: ValuePiece, alias = this.table.name): Predicate {
    const values = texts.map((value): Literal => ({ kind: 'literal', type: column.type, value }));
    const expr: Expr = { kind: 'column', alias, column: column.name };
    return values.length === 1
      ? { kind: 'compare', op: '=', left: expr, right: values[0]! }
      : { kind: 'in', expr, values, negated: false };
  }

  /** The column that a comparative or superlative speaks of by itself: `tallest` → height. */
  private spokenOf(word: string): CatalogColumn | null {
    for (const name of SPOKEN_OF.get(word) ?? []) {
      const own = this.table.columns.filter(
        (column) => !column.hidden && isCompared(column) && wordsOf(column.label).includes(name),
      );
      if (own.length === 1) return own[0]!;
    }
    return null;
  }

  /** `how many silver medals did Turkey win`: a number that the table holds. */
  private lookedUp(pieces: readonly Piece[]): SelectQuery | null {
    const [first, ...others] = pieces;
    if (first?.kind !== 'column' || !isCompared(first.column)) return null;
    const rest = others[0]?.kind === 'noun' ? others.slice(1) : others;
    const read = this.conditions(rest);
    if (!read || read.rest.length > 0 || read.where.length === 0) return null;
    const isOne = read.where.some(
      (one) =>
        one.kind === 'compare' &&
        one.op === '=' &&
        this.table.columns.some(
          (column) => same(one.left, this.ref(column)) && column.profile?.unique === true,
        ),
    );
    if (isOne) return this.select([this.shown(first.column)], read.where);
    if (first.column.additive !== true) return null;
    this.assumptions.push(`${first.column.label} is summed.`);
    return this.select([this.aggregate('sum', first.column)], read.where);
  }

  /** `how many skaters have at most 2600 points`: rows that meet conditions. */
  private counted(pieces: readonly Piece[], from: number): SelectQuery | null {
    const { question } = this;
    const [first, second, ...behind] = pieces;
    if (!first) return null;
    // `row entries`
    const isTwice = [first, second].every((one) => one?.kind === 'noun' && ROW_NOUNS.has(one.word));
    const others = second && !isTwice ? [second, ...behind] : behind;
    const distinct = question.is(from - 1, DIFFERENT) || question.is(from, DIFFERENT);
    if (first.kind === 'noun' || (first.kind === 'column' && first.column.type === 'text')) {
      const read = this.conditions([first, ...others]);
      if (read?.rest.length !== 1) return null;
      if (first.kind === 'column' && listCellsOf(first.column, this.table)) return null;
      if (first.kind === 'column' && first.column.profile?.unique !== true) {
        if (read.where.length > 0 && !distinct) return null;
        this.assumptions.push(`Each value of ${first.column.label} is counted once.`);
        return this.select([this.aggregate('count', first.column, true)], read.where);
      }
      if (distinct || (first.kind === 'noun' && EMPTY_HEADS.has(first.word))) return null;
      const said = first.kind === 'noun' ? first.word : first.column.label;
      this.assumptions.push(`"${said}" means the rows of ${this.table.label}.`);
      return this.select([COUNT], read.where);
    }
    return null;
  }

  /** `which is taller, A or B`, `who had more losses, A or B`. */
  private compared(pieces: readonly Piece[]): SelectQuery | null {
    const more = pieces.find((one) => one.kind === 'more');
    const pair = pairOf(pieces);
    if (more?.kind !== 'more' || !pair) return null;
    const columns = pieces.filter((one) => one.kind === 'column');
    const measured = columns.filter(({ column }) => isCompared(column));
    const by = measured.length === 1 ? measured[0]!.column : this.spokenOf(more.word);
    const left = columns.filter(({ column }) => column !== by && column !== pair[0].column);
    const known = new Set<Piece>([more, ...pair, ...columns]);
    const rest = pieces.filter((one) => !known.has(one) && one.kind !== 'mark');
    const [first, next] = rest;
    const heads = first === undefined || (first.kind === 'noun' && !next);
    if (!by || left.length > 0 || !heads || !isKey(pair[0].column)) return null;
    if (pieces.some((one) => one.kind === 'mark' && one.word !== 'or' && one.word !== 'and'))
      return null;
    return {
      ...this.select(
        [this.shown(pair[0].column)],
        [{ kind: 'or', parts: pair.map((one) => this.isOneOf(one)) }],
      ),
      orderBy: [{ expr: this.ref(by), direction: more.end }],
      limit: { count: 1, withTies: true },
    };
  }

  /** `the difference in height between A and B`. */
  private difference(pieces: readonly Piece[]): SelectQuery | null {
    if (!pieces.some((one) => one.kind === 'mark' && DIFFERENCE.has(one.word))) return null;
    return this.distance(pieces);
  }

  /** `how many more medals did A win than B`. */
  private howManyMore(pieces: readonly Piece[]): SelectQuery | null {
    if (
      pieces[0]?.kind !== 'more' ||
      !pieces.some((one) => one.kind === 'mark' && one.word === 'than')
    )
      return null;
    return this.distance(pieces.slice(1));
  }

  private distance(pieces: readonly Piece[]): SelectQuery | null {
    const pair = pairOf(pieces);
    const columns = pieces.filter((one) => one.kind === 'column');
    const [by, other] = columns.filter(({ column }) => isCompared(column));
    const nouns = pieces.filter((one) => one.kind === 'noun' && !EMPTY_HEADS.has(one.word));
    const isRead = pieces.every(
      ({ kind }) => kind !== 'bound' && kind !== 'most' && kind !== 'more',
    );
    if (!pair || !by || other || columns.length > 1 || nouns.length > 1 || !isRead) return null;
    if (!isKey(pair[0].column)) return null;
    this.assumptions.push('The difference is shown without its sign.');
    const [high, low] = [this.aggregate('max', by.column), this.aggregate('min', by.column)];
    return this.select(
      [
        {
          expr: { kind: 'arithmetic', op: '-', left: high.expr, right: low.expr },
          as: `difference_of_${by.column.name}`,
        },
      ],
      [{ kind: 'or', parts: pair.map((one) => this.isOneOf(one)) }],
    );
  }

  /** `which nation won the most silver medals`, `who was the only athlete to throw more than 18 meters`. */
  private listed(pieces: readonly Piece[]): SelectQuery | null {
    const { question } = this;
    const asks = question.isAsking(0) || (question.isArticle(0) && ONLY.has(question.word(1)));
    if (!asks) return null;
    const most = pieces.findIndex(({ kind }) => kind === 'most');
    const ranked = most >= 0 ? this.rankedBy(pieces, most) : null;
    if (most >= 0 && !ranked) return null;
    const others = ranked ? [...pieces.slice(0, most), ...pieces.slice(ranked.to)] : pieces;
    const read = this.conditions(others);
    if (!read || (read.where.length === 0 && !ranked)) return null;
    const [target, ...more] = read.rest;
    // `what year was the only year`: said twice.
    const isSame = (one: Piece) =>
      one.kind === 'column' && target?.kind === 'column' && one.column === target.column;
    if (!more.every(isSame)) return null;
    const shownColumns =
      target?.kind === 'column'
        ? [target.column]
        : target === undefined || target.kind === 'noun'
          ? this.rows(target?.word ?? null)
          : [];
    if (shownColumns.length === 0) return null;
    const base = this.select(
      shownColumns.map((one) => this.shown(one)),
      read.where,
    );
    return ranked
      ? {
          ...base,
          orderBy: [{ expr: this.ref(ranked.by), direction: ranked.end }],
          limit: { count: 1, withTies: true },
        }
      : base;
  }

  private rankedBy(
    pieces: readonly Piece[],
    at: number,
  ): { by: CatalogColumn; end: 'asc' | 'desc'; to: number } | null {
    const most = pieces[at]!;
    if (most.kind !== 'most') return null;
    let next = at + 1;
    const head = pieces[next];
    if (head?.kind === 'noun' && EMPTY_HEADS.has(head.word)) next++;
    const named = pieces[next];
    if (named?.kind === 'column' && isCompared(named.column)) {
      const noun = pieces[next + 1];
      return { by: named.column, end: most.end, to: noun?.kind === 'noun' ? next + 2 : next + 1 };
    }
    const spoken = this.spokenOf(most.word);
    return spoken ? { by: spoken, end: most.end, to: at + 1 } : null;
  }

  /** What tells rows apart, as people want to see it. */
  rows(said: string | null): readonly CatalogColumn[] {
    const columns = displayColumns(this.table).filter(({ kind }) => kind !== 'measure');
    const [first] = columns;
    if (!first || columns.length > 2 || columns.every(({ type }) => type !== 'text')) return [];
    this.assumptions.push(
      said === null || EMPTY_HEADS.has(said)
        ? `Rows are shown with ${columns.map(({ label }) => label).join(' and ')}.`
        : `"${said}" means the rows of ${this.table.label}, shown with ${columns.map(({ label }) => label).join(' and ')}.`,
    );
    return columns;
  }

  ref(column: CatalogColumn): Expr {
    return { kind: 'column', alias: this.table.name, column: column.name };
  }

  shown(column: CatalogColumn): SelectItem {
    return { expr: this.ref(column), as: column.name };
  }

  private aggregate(fn: AggregateFunction, column: CatalogColumn, distinct = false): SelectItem {
    return {
      expr: { kind: 'aggregate', fn, arg: this.ref(column), distinct },
      as: `${fn}_of_${column.name}`,
    };
  }

  private compare(column: CatalogColumn, op: ComparisonOperator, value: number): Predicate {
    const right: Literal = { kind: 'literal', type: column.type, value };
    return { kind: 'compare', op, left: this.ref(column), right };
  }

  select(select: SelectQuery['select'], where: readonly Predicate[] = []): SelectQuery {
    return {
      kind: 'select',
      from: { table: this.table.name, alias: this.table.name },
      ...{
        joins: [],
        where,
        groupBy: [],
        having: [],
        select,
        distinct: false,
        orderBy: [],
        limit: null,
      },
    };
  }
}

const COUNT: SelectItem = {
  expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
  as: 'count',
};

/** `written by Ann Berg`, `the grass surface`: a column beside a value of its own. */
const namesValue = (one: Piece, before: Piece | undefined, behind: Piece | undefined): boolean =>
  one.kind === 'column' &&
  [before, behind].some((other) => other?.kind === 'value' && other.column === one.column);

const columnsOf = (pieces: readonly Piece[]): readonly string[] =>
  pieces.flatMap((one) => (one.kind === 'column' ? [one.column.name] : []));

const isCompared = ({ type, kind, hidden }: CatalogColumn): boolean =>
  isNumeric(type) && kind !== 'identifier' && !hidden;

/** Whether a value of a column tells one row apart. */
const isKey = ({ profile }: CatalogColumn): boolean => profile?.unique === true;

/** Two different values of one column, and no third. */
function pairOf(pieces: readonly Piece[]): readonly [ValuePiece, ValuePiece] | null {
  const [one, other, third] = pieces.filter((piece) => piece.kind === 'value');
  if (!one || !other || third || one.column !== other.column) return null;
  return one.texts[0] === other.texts[0] ? null : [one, other];
}
