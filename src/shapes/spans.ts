import type { Period } from '#src/planner/periods/periods.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';
import type { Ask, Condition, Measure, Option, Order, Ref } from '#src/read/ask.ts';
import { EMPTY } from '#src/read/ask.ts';
import { columnsOf, refsFrom, tablesOf } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Reading } from '#src/read/reading.ts';
import { boundAt } from '#src/read/rules/bounds.ts';
import { CONDITION_RULES } from '#src/read/rules/conditions.ts';
import { sorting } from '#src/read/rules/orders.ts';
import type { SlotKind } from '#src/shapes/skeleton.ts';

/** What a span of the question puts into a slot. */
export type Fill =
  | { readonly kind: 'ref'; readonly ref: Ref }
  | { readonly kind: 'columns'; readonly refs: readonly Ref[]; readonly distinct: boolean }
  | {
      readonly kind: 'bound';
      readonly op: ComparisonOperator;
      readonly value: number;
    }
  | {
      readonly kind: 'first';
      readonly direction: 'asc' | 'desc';
      readonly by: Ref | null;
      readonly time: boolean;
      /** It counts by itself: `the most orders`. */
      readonly counts: boolean;
    }
  | { readonly kind: 'often'; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'aggregate'; readonly fns: readonly AggregateFunction[] }
  | { readonly kind: 'count'; readonly value: number }
  | { readonly kind: 'direction'; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'value'; readonly condition: Condition }
  | { readonly kind: 'period'; readonly period: Period };

export interface Filled {
  readonly to: number;
  readonly fill: Fill;
  readonly cost: number;
}

/** A condition or an order that stands somewhere in a question, beside what its shape says. */
export interface Addition {
  readonly to: number;
  readonly cost: number;
  readonly conditions: readonly Condition[];
  readonly either: readonly (readonly Condition[])[];
  readonly orders: readonly Order[];
}

/** Stands for what is shown while additions are read: what they take of it is put there later. */
const NAMELESS: Ref = { from: 0, to: 0, text: '', options: [] };
export const SHOWN: Measure = { fn: null, of: NAMELESS, distinct: false, context: null };

const LONGEST_LIST = 6;
/** What it costs that a slot is filled by what its rows are for. */
const ROLE_COST = 0.4;

/** What spans of a question can put into slots, found once for each slot and token. */
export class Spans {
  readonly question: Question;
  private readonly tables: ReadonlyMap<string, CatalogTable>;
  private readonly fills = new Map<string, readonly Filled[]>();
  private readonly added = new Map<number, readonly Addition[]>();

  constructor(question: Question, tables: ReadonlyMap<string, CatalogTable>) {
    this.question = question;
    this.tables = tables;
  }

  fill(kind: SlotKind, at: number): readonly Filled[] {
    const key = `${kind}${at}`;
    const known = this.fills.get(key);
    if (known) return known;
    const found = this.find(kind, at);
    this.fills.set(key, found);
    return found;
  }

  private find(kind: SlotKind, at: number): readonly Filled[] {
    const { question } = this;
    const { language } = question;
    switch (kind) {
      case 'T':
        return this.refs(at, tablesOf);
      case 'A':
        return this.refs(at, (ref) => ref);
      case 'N':
        return [...this.refs(at, columnsOf), ...this.refs(at, (ref) => this.onlyMeasures(ref))];
      case 'C':
        return this.lists(at);
      case 'B': {
        const bound = boundAt(at, question);
        if (!bound) return [];
        const { op, value } = bound.value;
        return [{ to: bound.to, fill: { kind: 'bound', op, value }, cost: 0 }];
      }
      case 'F':
      case 'I': {
        const match = question.phrase(at, language.rankings);
        if (!match || match.means.of.length > 0 !== (kind === 'I')) return [];
        const { direction, of, time = false } = match.means;
        const options = of.flatMap((name, rank) =>
          question.named(name).map((option) => ({ ...option, cost: option.cost + 0.05 * rank })),
        );
        if (kind === 'I' && options.length === 0) return [];
        const text = question.textOf(at, match.to);
        const by = kind === 'I' ? { from: at, to: match.to, text, options } : null;
        return [
          {
            to: match.to,
            fill: { kind: 'first', direction, by, time, counts: question.is(at, language.most) },
            cost: 0,
          },
        ];
      }
      case 'P': {
        const match = question.phrase(at, language.frequent);
        return match
          ? [{ to: match.to, fill: { kind: 'often', direction: match.means }, cost: 0 }]
          : [];
      }
      case 'G': {
        const fns: AggregateFunction[] = [];
        let to = at;
        for (let next = at; ; ) {
          const match = question.phrase(next, language.aggregates);
          if (!match || match.means === 'count') break;
          fns.push(match.means);
          to = match.to;
          next = to;
          while (question.isAnd(next) || question.word(next) === ',' || question.isArticle(next))
            next++;
          if (next === to) break;
        }
        return fns.length > 0 ? [{ to, fill: { kind: 'aggregate', fns }, cost: 0 }] : [];
      }
      case 'K': {
        const value = question.number(at);
        return value !== null && Number.isInteger(value) && value > 0 && value < 1000
          ? [{ to: at + 1, fill: { kind: 'count', value }, cost: 0 }]
          : [];
      }
      case 'D': {
        const match = question.phrase(at, language.directions);
        return match
          ? [{ to: match.to, fill: { kind: 'direction', direction: match.means }, cost: 0 }]
          : [];
      }
      case 'W': {
        const found = question.period(at);
        return found
          ? [{ to: found.end, fill: { kind: 'period', period: found.period }, cost: 0 }]
          : [];
      }
      case 'V':
        return this.additions(at).flatMap(({ to, cost, conditions }) =>
          conditions.length === 1 && conditions[0]!.kind === 'value'
            ? [{ to, cost, fill: { kind: 'value', condition: conditions[0]! } as const }]
            : [],
        );
    }
  }

  private refs(at: number, wanted: (ref: Ref) => Ref | null): readonly Filled[] {
    return this.question.refs(at).flatMap((found) => {
      const ref = wanted(found);
      return ref ? [{ to: ref.to, fill: { kind: 'ref', ref } as const, cost: costOf(ref) }] : [];
    });
  }

  /** `average rating` of a table of ratings: the only number that its rows have. */
  private onlyMeasures(ref: Ref): Ref | null {
    const options = ref.options.flatMap((option): Option[] => {
      if (option.kind !== 'table') return [];
      const columns = this.tables.get(option.table)!.columns.filter(({ hidden }) => !hidden);
      const [only, second] = columns.filter(({ kind }) => kind === 'measure');
      return only && !second
        ? [
            {
              ...option,
              kind: 'column',
              columns: [only],
              cost: option.cost + ROLE_COST,
              evidence: 'part',
            },
          ]
        : [];
    });
    return options.length > 0 ? { ...ref, options } : null;
  }

  /** `name`, `names, ages and cities`, `first and last name`. */
  private lists(at: number): readonly Filled[] {
    const { question } = this;
    let start = at;
    let distinct = false;
    while (question.is(start, question.language.distinct)) {
      distinct = true;
      start++;
    }
    const found: Filled[] = [];
    const grow = (from: number, refs: readonly Ref[], cost: number): void => {
      const firsts = [
        ...refsFrom(from, question).flatMap(({ to, value }) => {
          const column = columnsOf(value);
          return column ? [{ to, refs: [column] as readonly Ref[], cost: costOf(column) }] : [];
        }),
        ...question.sharedHeads(from).map(({ to, refs: own }) => ({
          ...{ to, refs: own.flatMap((one) => columnsOf(one) ?? []) },
          cost: Math.max(0, ...own.map(costOf)),
        })),
      ];
      for (const one of firsts) {
        if (one.refs.length === 0) continue;
        const all = [...refs, ...one.refs];
        const sum = cost + one.cost;
        found.push({ to: one.to, cost: sum, fill: { kind: 'columns', refs: all, distinct } });
        const joiner = question.language.joiners.find((phrase) => question.starts(one.to, phrase));
        if (joiner && all.length < LONGEST_LIST) grow(one.to + joiner.length, all, sum);
      }
    };
    grow(start, [], 0);
    return found;
  }

  /** Conditions and orders that begin at a token. */
  additions(at: number): readonly Addition[] {
    const known = this.added.get(at);
    if (known) return known;
    const ask: Ask = { ...EMPTY, items: [SHOWN], entity: NAMELESS };
    const reading: Reading = {
      ...{ before: null, at, ask, cost: 0, last: 'other' },
      ...{ passed: [], verbs: [], told: [], rules: [] },
    };
    const found = [...CONDITION_RULES, sorting].flatMap((rule) =>
      rule.read(reading, this.question).map((step) => ({
        ...{ to: step.to, cost: step.cost },
        conditions: step.ask.conditions,
        either: step.ask.either,
        orders: step.ask.orders,
      })),
    );
    this.added.set(at, found);
    return found;
  }
}

const costOf = ({ options }: Ref): number => Math.min(...options.map(({ cost }) => cost));
