import { fold } from '#src/catalog/fold.ts';
import { LIST_JOINTS } from '#src/language/en/name-heads.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { blocksIn, columnBehind, inEachBlock, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';

type Tables = ReadonlyMap<string, CatalogTable>;

/** How cells of a column hold several of its values, or one of them with a number: `Tin, Lead` beside `Tin`, `Ida Roe (2)`. */
export interface ListCells {
  /** What stands between two values, as the cells have it. */
  readonly joints: readonly string[];
  readonly isNumbered: boolean;
  /** A cell that shows it. */
  readonly example: string;
  /** All different cells, where they are known. */
  readonly all: readonly string[] | null;
}

const JOINT = new RegExp(`(\\s*(?:[,;/&+]|\\b(?:${LIST_JOINTS.join('|')})\\b)\\s*)`, 'u');
const NUMBERED = /^(.*\S)\s*\(\d+\)$/u;

const found = new WeakMap<CatalogColumn, ListCells | null>();

/** The list cells of a column, told from its samples; null where it has none, and for what rows are called by: `Love and War` is no list. */
export function listCellsOf(column: CatalogColumn, table: CatalogTable): ListCells | null {
  const known = found.get(column);
  if (known !== undefined) return known;
  const cells = displayColumns(table).includes(column) ? null : listCells(column);
  found.set(column, cells);
  return cells;
}

function listCells({ type, profile, hidden, sensitive }: CatalogColumn): ListCells | null {
  if (type !== 'text' || hidden || sensitive) return null;
  const texts = (profile?.samples ?? []).filter((one) => typeof one === 'string');
  const whole = new Set(texts.map(fold));
  const isListed = (piece: string, text: string) => piece !== text && whole.has(fold(piece));
  const parted = texts
    .map((text) => ({ text, pieces: text.split(JOINT) }))
    .filter(({ pieces }) => pieces.length > 1);
  const lists = parted.filter(({ text, pieces }) =>
    pieces.some((piece, at) => at % 2 === 0 && isListed(piece, text)),
  );
  // Where one mark parts values another one does, too; a word alone may be part of a name.
  const marks = lists.length > 0 ? parted.filter(({ pieces }) => !/\p{L}/u.test(pieces[1]!)) : [];
  const joints = new Set(
    [...lists, ...marks].flatMap(({ pieces }) => pieces.filter((_, at) => at % 2 === 1)),
  );
  const numbered = texts.find((text) => whole.has(fold(NUMBERED.exec(text)?.[1] ?? '')));
  const example = lists[0]?.text ?? numbered;
  return example === undefined
    ? null
    : {
        ...{ joints: [...joints], isNumbered: numbered !== undefined, example },
        all: profile!.distinctCount <= texts.length ? texts : null,
      };
}

/**
 * A query that finds a value in cells that hold others beside it, too, and what is told of that. Cells that the caller may not see
 * stand in neither: whether they may tells `maySee`.
 */
export function withListCells(
  query: SelectQuery,
  tables: Tables,
  maySee: (cell: string) => boolean,
): { readonly query: SelectQuery; readonly told: readonly string[] } {
  const told = new Set<string>();
  const own = inEachBlock(query, (block) => {
    const sources = tablesByAlias(block);
    const cellsOf = (expr: Expr) => {
      const behind = columnBehind(expr, sources, tables);
      const cells = behind && listCellsOf(behind.column, behind.table);
      if (!cells) return null;
      const { label } = behind.column;
      return maySee(cells.example)
        ? { ...cells, label, shown: `, such as "${cells.example}"` }
        : { ...cells, label, all: null, shown: '' };
    };
    const widened = (one: Predicate): Predicate => {
      switch (one.kind) {
        case 'and':
        case 'or':
          return { ...one, parts: one.parts.map(widened) };
        case 'not':
          return { ...one, part: widened(one.part) };
        case 'compare': {
          const isEquality = one.op === '=' || one.op === '<>';
          if (!isEquality || one.right.kind !== 'literal') return one;
          return among(one, one.left, [one.right.value], one.op === '<>');
        }
        case 'in':
          return among(
            one,
            one.expr,
            one.values.map(({ value }) => value),
            one.negated,
          );
        case 'match':
          return one.mode === 'equals' ? among(one, one.expr, [one.text], one.negated) : one;
        default:
          return one;
      }
    };
    const among = (
      one: Predicate,
      expr: Expr,
      values: readonly unknown[],
      negated: boolean,
    ): Predicate => {
      const cells = cellsOf(expr);
      const texts = values.filter((value) => typeof value === 'string');
      if (!cells || texts.length < values.length || texts.length === 0) return one;
      told.add(
        `"${texts.join('" and "')}" ${texts.length > 1 ? 'are' : 'is'} also matched in ${cells.label} cells with several values${cells.shown}.`,
      );
      const held = cells.all?.filter((cell) => texts.some((text) => isHeldBy(cell, text, cells)));
      if (held?.length) {
        const listed = held.map((value) => ({ kind: 'literal', type: 'text', value }) as const);
        return { kind: 'in', expr, values: listed, negated };
      }
      const parts = texts.flatMap((text) => inCells(text, expr, cells));
      return negated ? { kind: 'not', part: { kind: 'or', parts } } : { kind: 'or', parts };
    };
    for (const group of block.groupBy) {
      const cells = cellsOf(group);
      if (cells)
        told.add(
          `${cells.label} cells with several values${cells.shown ? `${cells.shown},` : ''} form their own groups.`,
        );
    }
    return { ...block, where: block.where.map(widened) };
  });
  return told.size > 0 ? { query: own, told: [...told] } : { query, told: [] };
}

/** The column whose different values a query counts though its cells hold several of them, as `different winners`; null where there is none. */
export function countedLists(query: SelectQuery, tables: Tables): CatalogColumn | null {
  for (const block of blocksIn(query)) {
    const sources = tablesByAlias(block);
    for (const { expr } of block.select) {
      const isCount = expr.kind === 'aggregate' && expr.fn === 'count' && expr.distinct === true;
      const behind = isCount && expr.arg ? columnBehind(expr.arg, sources, tables) : null;
      if (behind && listCellsOf(behind.column, behind.table)) return behind.column;
    }
  }
  return null;
}

/** Whether a cell is a value, holds it among others, or has it with a number. */
function isHeldBy(cell: string, text: string, { isNumbered }: ListCells): boolean {
  const own = fold(text);
  const pieces = cell.split(JOINT).filter((_, at) => at % 2 === 0);
  const numbered = isNumbered ? NUMBERED.exec(cell)?.[1] : undefined;
  return [cell, ...pieces, numbered ?? cell].some((one) => fold(one) === own);
}

/** A value as a whole cell, as a member of a list at any place, and with a number. */
function inCells(text: string, expr: Expr, { joints, isNumbered }: ListCells): Predicate[] {
  const match = (mode: 'contains' | 'starts' | 'ends' | 'equals', own: string): Predicate => ({
    ...{ kind: 'match', mode, expr, text: own, negated: false },
  });
  return [
    match('equals', text),
    ...joints.flatMap((joint) => [
      match('starts', `${text}${joint}`),
      match('ends', `${joint}${text}`),
      ...joints.map((other) => match('contains', `${joint}${text}${other}`)),
    ]),
    ...(isNumbered ? [match('starts', `${text} (`)] : []),
  ];
}
