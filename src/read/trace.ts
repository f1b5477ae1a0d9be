import type { Period } from '#src/planner/periods/periods.ts';
import type { Plan, PlanRequest } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Evidence, Option, ValueOption } from '#src/read/ask.ts';
import { candidatesAmong, questionOf, readingsFor } from '#src/read/plan.ts';
import { plan } from '#src/read/planner.ts';
import { prepared } from '#src/read/prepared.ts';
import type { Question } from '#src/read/question.ts';

/** Senses of one span, and candidates, that are told at the most. */
const TOLD_SENSES = 6;
const TOLD_CANDIDATES = 5;

/** Something that words of a question can mean. */
interface Sense {
  readonly kind: 'table' | 'column' | 'value' | 'period';
  /** As `table`, `table.column`, `table.column = value`, or the days of a period. */
  readonly means: string;
  /** How surely they name it; null for values and periods. */
  readonly evidence: Evidence | null;
  /** Less is surer. */
  readonly cost: number;
}

/** How the built-in planner reads a question, told rather than answered. */
export interface ReadingTrace {
  /** Spans of the question that can name something, from left to right; the longest of those that begin together first. */
  readonly spans: readonly { readonly text: string; readonly senses: readonly Sense[] }[];
  /** What the second reader would compute, surest first. */
  readonly candidates: readonly {
    readonly restatement: string;
    readonly cost: number;
    readonly rules: readonly string[];
    readonly assumptions: readonly string[];
    readonly query: SelectQuery;
  }[];
  /** The word that no reading of the second reader comes past; null where it reads the whole question. */
  readonly stuckAt: string | null;
  /** What the planner does in the end. */
  readonly plan: Plan;
}

/** @param showsValues - Whether values of the data may be told: a row filter may hide them. */
export function traceReading(asked: PlanRequest, showsValues: boolean): ReadingTrace {
  const request = prepared(asked);
  const question = questionOf(request);
  const read = readingsFor(request);
  const candidates = candidatesAmong(request, read.readings).slice(0, TOLD_CANDIDATES);
  return {
    spans: question ? spansOf(question, showsValues) : [],
    candidates: candidates.map(({ query, cost, reading, assumptions }) => ({
      restatement: restate(query, request.catalog),
      cost,
      rules: reading.rules,
      assumptions,
      query,
    })),
    stuckAt: read.readings.length > 0 ? null : (read.tokens[read.stuck]?.text ?? null),
    plan: plan(asked),
  };
}

function spansOf(question: Question, showsValues: boolean): ReadingTrace['spans'] {
  return question.tokens.flatMap((_, at) => {
    const period = question.period(at);
    const values = showsValues ? question.valueRefs(at) : [];
    const named: readonly { readonly to: number; readonly senses: readonly Sense[] }[] = [
      ...question.refs(at).map(({ to, options }) => ({ to, senses: options.map(senseOf) })),
      ...values.map(({ to, options }) => ({ to, senses: options.map(senseOfValue) })),
      ...(period ? [{ to: period.end, senses: [senseOfPeriod(period.period)] }] : []),
    ];
    const byEnd = [...Map.groupBy(named, ({ to }) => to)].toSorted(([a], [b]) => b - a);
    return byEnd.map(([to, found]) => ({
      text: question.textOf(at, to),
      senses: found
        .flatMap(({ senses }) => senses)
        .toSorted((a, b) => a.cost - b.cost)
        .slice(0, TOLD_SENSES),
    }));
  });
}

function senseOf(option: Option): Sense {
  const { kind, table, evidence, cost } = option;
  const means =
    kind === 'table' ? table : option.columns.map(({ name }) => `${table}.${name}`).join(' and ');
  return { kind, means, evidence, cost };
}

function senseOfValue({ table, column, texts, cost }: ValueOption): Sense {
  return {
    ...{ kind: 'value', means: `${table}.${column} = ${texts.join(' or ')}` },
    ...{ evidence: null, cost },
  };
}

function senseOfPeriod({ from, to }: Period): Sense {
  return { kind: 'period', means: `${from ?? '…'} to ${to ?? '…'}`, evidence: null, cost: 0 };
}
