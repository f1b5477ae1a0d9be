import type { Example } from '#src/shapes/example.ts';
import type { ConditionOf, MeasureOf, Skeleton } from '#src/shapes/skeleton.ts';
import type { MadeData, MadeRow } from './made-schemas.ts';

type Cell = string | number;
type Bound = readonly ['>' | '>=', number];
type Kind = 'owners' | 'owned' | 'awards';

interface Column {
  readonly of: Kind;
  readonly name: string;
}

/** An example with names of a made schema in its slots, and the rows that it asks for. */
export interface MadeQuestion {
  readonly question: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** What a slot of rows stands for; null where a made schema has nothing for it. */
function kindsOf({
  rows,
  where,
  first,
  groups,
  shows,
}: Skeleton): ReadonlyMap<string, Kind> | null {
  const isOfEach = (one: MeasureOf | null | undefined) => one?.fn != null || one?.said != null;
  const counts = first?.by?.fn === 'count' ? first.by.of : null;
  const related = where.flatMap((one) =>
    one.kind === 'rows' || one.kind === 'none' || one.kind === 'between' ? one.of : [],
  );
  if (where.some(({ kind }) => kind === 'picked')) return kinds('owned', 'owners');
  if (groups.includes('T2')) return kinds('owned', 'owners');
  if (shows.some(({ of }) => of === 'T2'))
    return counts === 'T2' || related.includes('T2') || rows ? kinds('owners', 'owned') : null;
  if (counts === 'T2' || related.some((one) => one[0] === 'T' && one !== 'T'))
    return kinds('owners', 'owned');
  const ofEach = isOfEach(first?.by) || where.some(({ kind }) => kind === 'computed');
  const isOfRows = groups.length === 0 && rows !== null && first?.by?.fn !== 'count';
  if (isOfRows && ofEach) return kinds('owners', 'owned');
  if (where.some((one) => one.kind === 'both') && !shows.some(({ owner }) => owner))
    return kinds('owners', 'owned');
  return kinds('owned', 'owners');
}

const kinds = (T: Kind, T2: Kind): ReadonlyMap<string, Kind> =>
  new Map<string, Kind>([
    ['T', T],
    ['T2', T2],
    ['T3', 'awards'],
  ]);

/** The example over some data; null where it has no counterpart there. */
export function madeQuestion({ skeleton, pieces }: Example, data: MadeData): MadeQuestion | null {
  const found = kindsOf(skeleton);
  if (!found) return null;
  const kindOf: ReadonlyMap<string, Kind> = found;
  const { schema } = data;
  const home = kindOf.get('T')!;
  const { shows, rows, where, first, groups, sort, limit } = skeleton;
  const nouns: Readonly<Record<Kind, readonly [string, string]>> = {
    owners: [schema.owner.one, schema.owner.many],
    owned: [schema.owned.one, schema.owned.many],
    awards: schema.awards,
  };
  const things = (of: Kind) => (of === 'owners' ? schema.owner : schema.owned);
  const isOfEach =
    home === 'owners' &&
    ((first?.by?.of === 'N' && (first.by.fn ?? first.by.said) !== null) ||
      where.some((one) => one.kind === 'computed') ||
      sort?.by.said != null);
  const isShared =
    (rows === null && groups.length === 0) ||
    first?.word === 'P' ||
    shows.some(({ of, distinct, owner }) => of === 'C' && (distinct || owner !== null)) ||
    groups.includes('C');
  const shown = things(groups.includes('T2') ? 'owners' : home);
  const both = where.some((one) => one.kind === 'both');
  const nextToDenied = where.findIndex((one) => one.kind === 'none' || one.kind === 'rows');
  const valuesOf: Kind =
    (both && !shows.some(({ owner }) => owner)) ||
    (nextToDenied >= 0 &&
      where.findIndex((one) => one.kind === 'value' || one.kind === 'bound') > nextToDenied) ||
    first?.by?.of === 'T2'
      ? 'owned'
      : home;
  const valueKind = isShared || groups.includes('A') ? 'place' : 'kind';
  const spoken = Object.fromEntries(
    pieces.flatMap((piece) => (piece.kind === 'slot' ? [[piece.slot, true]] : [])),
  );
  const columns: Readonly<Record<string, Column>> = {
    C:
      isShared && home === 'owned' && (both || !('V2' in spoken))
        ? { of: 'owned', name: schema.owned.kind }
        : { of: groups.includes('T2') ? 'owners' : home, name: `${shown.one}_name` },
    C2:
      home === 'owned'
        ? { of: 'owners', name: `${schema.owner.one}_name` }
        : { of: home, name: things(home).kind },
    A: { of: home, name: things(home).kind },
    A2: { of: home, name: things(home).place },
    N: isOfEach
      ? { of: 'owned', name: schema.owned.amount }
      : where.some((one) => one.kind === 'picked' && one.by?.of === 'N')
        ? { of: 'owners', name: schema.owner.amount }
        : where.some((one) => one.kind === 'none') && where.at(-1)!.kind === 'bound'
          ? { of: 'owned', name: schema.owned.amount }
          : { of: home, name: things(home).amount },
    N2: where.some((one) => one.kind === 'picked' && one.by?.of === 'N2')
      ? { of: 'owners', name: schema.owner.other }
      : { of: home, name: things(home).other },
    V: { of: valuesOf, name: things(valuesOf)[valueKind] },
    V2: {
      of: valuesOf,
      name: things(valuesOf)[both ? valueKind : valueKind === 'kind' ? 'place' : 'kind'],
    },
    I: { of: where.some(({ kind }) => kind === 'picked') ? 'owners' : home, name: 'age' },
  };
  if (!rows && shows.some(({ of }) => of === 'N') && columns['N']!.of !== 'owned') return null;
  const values: Readonly<Record<string, string>> = {
    V: things(valuesOf)[valueKind === 'kind' ? 'kinds' : 'places'][0]!,
    V2: both
      ? things(valuesOf)[valueKind === 'kind' ? 'kinds' : 'places'][1]!
      : things(valuesOf)[valueKind === 'kind' ? 'places' : 'kinds'][1]!,
  };
  const all = { owners: data.owners, owned: data.owned, awards: data.awards };
  const bounds = new Map<string, Bound>();
  for (const one of where.flatMap((each): readonly ConditionOf[] =>
    each.kind === 'both' || each.kind === 'either' ? each.parts : [each],
  ))
    if (one.kind === 'bound')
      bounds.set(one.bound, ['>', middle(columns[one.of]!, one.bound === 'B2' ? 0.6 : 0.4)]);
    else if (one.kind === 'rows' && one.bound) bounds.set(one.bound, ['>', one.of === 'T' ? 7 : 3]);
    else if (one.kind === 'computed')
      bounds.set(one.bound, ['>', middle(columns[one.of.of]!, 0.5)]);
  const range = where.find((one) => one.kind === 'between');
  const counts: Readonly<Record<string, number>> = range
    ? kindOf.has(range.of)
      ? { K: 2, K2: 5 }
      : { K: middle(columns[range.of]!, 0.3), K2: middle(columns[range.of]!, 0.7) }
    : { K: 3 };
  return {
    question: pieces
      .map((_, at) => spelled(at))
      .join(' ')
      .replaceAll(' ,', ','),
    rows: expected(),
  };

  function middle({ of, name }: Column, share: number): number {
    const numbers = all[of].map(({ cells }) => cells[name] as number).toSorted((a, b) => a - b);
    return numbers[Math.floor(numbers.length * share)]!;
  }

  function spelled(at: number): string {
    const piece = pieces[at]!;
    if (piece.kind === 'word') return piece.word;
    const before = pieces[at - 1];
    const after = pieces[at + 1];
    const previous = before?.kind === 'word' ? before.word : '';
    const next = after?.kind === 'word' ? after.word : '';
    const { slot } = piece;
    switch (piece.of) {
      case 'T': {
        const [one, many] = nouns[kindOf.get(slot)!];
        const isOne =
          ['a', 'each', 'every', 'any'].includes(previous) ||
          ['has', 'is', 'had', 'does', 'appears', "'s"].includes(next);
        return isOne ? one : many;
      }
      case 'B': {
        const [, bound] = bounds.get(slot)!;
        return `more than ${bound}`;
      }
      case 'F':
        return after?.kind === 'slot' &&
          (after.of === 'T' || (after.of === 'V' && first?.by?.fn === 'count'))
          ? 'most'
          : 'highest';
      case 'I':
        return 'oldest';
      case 'P':
        return 'most common';
      case 'G':
        return slot === 'G2' ? 'maximum' : 'average';
      case 'K':
        return String(counts[slot]);
      case 'D':
        return next === 'order'
          ? 'descending'
          : previous === 'in'
            ? 'descending order'
            : 'in descending order';
      case 'V':
        return values[slot]!;
      default:
        return columns[slot]!.name.replaceAll('_', ' ');
    }
  }

  function cell(row: MadeRow, { of, name }: Column, at: Kind = home): Cell {
    if (of === at) return row.cells[name]!;
    if (of === 'owners' && row.owner) return row.owner.cells[name]!;
    throw new Error(`No ${name} of ${at}.`);
  }

  function isMet(row: MadeRow, one: ConditionOf, at: Kind): boolean {
    switch (one.kind) {
      case 'value': {
        const column = columns[one.value]!;
        if (column.of !== at && at === 'owners')
          return row.owned.some((own) => isMet(own, one, 'owned'));
        return (cell(row, column, at) === values[one.value]) !== one.negated;
      }
      case 'bound':
        if (columns[one.of]!.of !== at && at === 'owners')
          return row.owned.some((own) => isMet(own, one, 'owned'));
        return (cell(row, columns[one.of]!, at) as number) > bounds.get(one.bound)![1];
      case 'between': {
        const number = kindOf.has(one.of)
          ? related(row, one.of).length
          : (cell(row, columns[one.of]!, at) as number);
        return number >= counts[one.low]! && number <= counts[one.high]!;
      }
      case 'both':
        return one.parts.every((part) => isMet(row, part, at));
      case 'either':
        return one.parts.some((part) => isMet(row, part, at));
      case 'compared': {
        const among = all[home].filter(
          (other) => one.among === null || cell(other, columns[one.among]!) === values[one.among],
        );
        const average = mean(among.map((other) => cell(other, columns[one.of]!) as number));
        const number = cell(row, columns[one.of]!, at) as number;
        return one.above ? number > average : number < average;
      }
      case 'frequent':
        return (
          cell(row, columns[one.of]!, at) ===
          commonest(all[home].map((other) => cell(other, columns[one.of]!)))
        );
      case 'picked': {
        const by = columns[one.by?.of ?? one.word]!;
        const best = data.owners.toSorted(
          (a, b) => (b.cells[by.name] as number) - (a.cells[by.name] as number),
        )[0];
        return row.owner === best;
      }
      case 'computed':
        return (
          row.owned.length > 0 &&
          mean(row.owned.map((own) => own.cells[columns[one.of.of]!.name] as number)) >
            bounds.get(one.bound)![1]
        );
      case 'rows':
        return related(row, one.of).length > (one.bound ? bounds.get(one.bound)![1] : 0);
      case 'none':
        throw new Error('Read with what follows it.');
    }
  }

  function related(row: MadeRow, slot: string): readonly MadeRow[] {
    const own = kindOf.get(slot) === 'awards' ? row.awards : row.owned;
    const said =
      where.length === 2 &&
      where[0]!.kind === 'rows' &&
      where[1]!.kind === 'value' &&
      where[0]!.bound === null &&
      slot === 'T2';
    return said ? own.filter((one) => isMet(one, where[1]!, 'owned')) : own;
  }

  function isAsked(row: MadeRow): boolean {
    const denied = where.findIndex(({ kind }) => kind === 'none');
    return where.every((one, at) => {
      if (one.kind === 'none') {
        const own = related(row, one.of);
        const said = where.slice(at + 1);
        return !own.some((other) => said.every((more) => isMet(other, more, 'owned')));
      }
      if (denied >= 0 && at > denied) return true;
      if (one.kind === 'rows' && one.of === 'T' && home === 'owned') return true;
      return isMet(row, one, home);
    });
  }

  function measured(one: MeasureOf, own: readonly MadeRow[]): Cell {
    const fn = one.said ? (one.said === 'G2' ? 'max' : 'avg') : one.fn;
    if (fn === 'count' && one.distinct)
      return new Set(own.map((row) => cell(row, columns[one.of]!))).size;
    if (fn === 'count') {
      if (kindOf.get(one.of) === home) return own.length;
      const said = where.filter(({ kind }) => kind === 'value');
      return own
        .flatMap((row) => row.owned)
        .filter((row) => said.every((more) => isMet(row, more, 'owned'))).length;
    }
    if (fn === null) return plain(own[0]!, one.of);
    const column = columns[one.of]!;
    const numbers = (
      column.of === 'owned' && home === 'owners' ? own.flatMap((row) => row.owned) : own
    ).map((row) => cell(row, column, column.of === 'owned' ? 'owned' : home) as number);
    if (numbers.length === 0) return Number.NaN;
    if (fn === 'avg') return mean(numbers);
    if (fn === 'sum') return numbers.reduce((sum, number) => sum + number, 0);
    return fn === 'max' ? Math.max(...numbers) : Math.min(...numbers);
  }

  function plain(row: MadeRow, slot: string): Cell {
    const kind = kindOf.get(slot);
    if (!kind) return cell(row, columns[slot]!);
    const of = kind === home ? row : row.owner!;
    return of.cells[`${things(kind).one}_name`]!;
  }

  function expected(): readonly (readonly Cell[])[] {
    const asked = all[home].filter(isAsked0);
    const ranking = first && first.by === null && first.word === 'P' ? 'count' : null;
    const shares =
      rows === null &&
      groups.length === 0 &&
      !shows.every(({ fn, said }) => fn !== null || said !== null) &&
      (where.length > 0 ||
        (first !== null && (first.by === null || first.by.fn !== null || first.by.said !== null)));
    const isComputed =
      shows.every(({ fn, said }) => fn !== null || said !== null) && groups.length === 0;
    if (isComputed && first === null) return [shows.map((one) => measured(one, asked))];
    const owner = shows.find((one) => one.owner !== null);
    if (owner) return shared(owner);
    const keys = groups.length > 0 ? groups : shares || ranking ? [shows[0]!.of] : null;
    const parts = keys
      ? [
          ...Map.groupBy(asked, (row) =>
            JSON.stringify(keys.map((key) => plain(row, key))),
          ).values(),
        ]
      : asked.map((row) => [row]);
    const bounded = where.find(
      (one) =>
        (one.kind === 'rows' && one.of === 'T' && home === 'owned') ||
        (one.kind === 'computed' && home === 'owned'),
    );
    // The planner leaves out rows that have nothing to count, and says so.
    const isCounted =
      home === 'owners' && shows.some(({ fn, of }) => fn === 'count' && of === 'T2');
    const kept = parts.filter((own) => {
      if (isCounted && own[0]!.owned.length === 0) return false;
      if (bounded?.kind === 'rows') return own.length > bounds.get(bounded.bound!)![1];
      if (bounded?.kind === 'computed')
        return (measured(bounded.of, own) as number) > bounds.get(bounded.bound)![1];
      return true;
    });
    const by = (own: readonly MadeRow[]): number => {
      if (ranking) return own.length;
      if (first && !first.by) return cell(own[0]!, columns['I']!) as number;
      const measure = first?.by ?? sort!.by;
      const value = measured(measure, own);
      return typeof value === 'number' ? value : 0;
    };
    const ranked = first
      ? kept
          .filter((own) => !Number.isNaN(by(own)))
          .toSorted((a, b) => by(b) - by(a))
          .slice(0, limit ? counts[limit] : 1)
      : kept;
    const written = ranked.map((own) => shows.map((one) => measured(one, own)));
    const isDistinct = shows.some(({ distinct, fn }) => distinct && fn === null);
    return isDistinct
      ? [...new Map(written.map((row) => [JSON.stringify(row), row])).values()]
      : written;
  }

  function isAsked0(row: MadeRow): boolean {
    return where.some((one) => one.kind === 'computed') && home === 'owned' ? true : isAsked(row);
  }

  /** Values of a column that rows share. */
  function shared(one: MeasureOf): readonly (readonly Cell[])[] {
    const parts = Map.groupBy(all[home], (row) => cell(row, columns[one.of]!));
    const [condition] = where;
    return [...parts].flatMap(([value, own]) => {
      const met =
        condition?.kind === 'both'
          ? condition.parts.every((part) => own.some((row) => isMet(row, part, home)))
          : own.every((row) => isMet(row, condition!, home));
      return met ? [[value]] : [];
    });
  }
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function commonest(cells: readonly Cell[]): Cell {
  const groups = [...Map.groupBy(cells, (one) => one)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return groups[0]![0];
}
