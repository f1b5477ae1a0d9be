import { type Comparison, compareAnswer, compareRows, type Row } from './compare.ts';
import { type Run, referenceOf } from './gold.ts';

export type Verdict = Comparison | 'error' | 'declined' | 'missing';

/** A question of a set; a conversation has `turns`. */
export interface SetQuestion {
  readonly id: string | number;
  readonly db_id: string;
  readonly gold_sql?: string | null;
  /** Other statements that are right, too; the best verdict counts. */
  readonly gold_sql_alternatives?: readonly string[];
  /** In place of SQL: the cells of the answer. */
  readonly answer?: readonly unknown[] | null;
  /** `rows` where the reference gives some; others are not scored. */
  readonly gold_status?: string;
  /** Its answer depends on the day. */
  readonly time_relative?: boolean;
  /** False: the CSV files of the set do not hold what the database does. */
  readonly csv_safe?: boolean;
  readonly turns?: readonly Omit<SetQuestion, 'id' | 'db_id' | 'turns'>[];
  readonly [field: string]: unknown;
}

export interface Predicted {
  readonly id: string | number;
  readonly turn?: number;
  readonly rows?: readonly unknown[];
  readonly sql?: string | null;
  readonly declined?: boolean;
}

const BEST_FIRST = ['match', 'order_differs', 'extra_columns', 'mismatch'] as const;

/** What a prediction is worth. `run` runs statements on the question's database. */
export function judge(question: SetQuestion, predicted: Predicted | undefined, run: Run): Verdict {
  if (!predicted) return 'missing';
  if (predicted.declined) return 'declined';
  let rows: readonly Row[];
  try {
    rows = predicted.rows?.map(rowOf) ?? run(predicted.sql ?? '');
  } catch {
    return 'error';
  }
  if (question.answer && !question.gold_sql) return compareAnswer(rows, question.answer);
  let best: Comparison = 'mismatch';
  for (const sql of question.gold_sql_alternatives ?? [question.gold_sql ?? '']) {
    const found = comparedWith(sql, rows, run);
    if (BEST_FIRST.indexOf(found) < BEST_FIRST.indexOf(best)) best = found;
  }
  return best;
}

function comparedWith(sql: string, rows: readonly Row[], run: Run): Comparison {
  try {
    return compareRows(rows, referenceOf(sql, run));
  } catch {
    return 'mismatch';
  }
}

const rowOf = (row: unknown): Row =>
  Array.isArray(row) ? row : typeof row === 'object' && row !== null ? Object.values(row) : [row];

/** One item for each turn of a conversation, one for any other question. */
export const itemsOf = (
  question: SetQuestion,
): readonly { readonly question: SetQuestion; readonly turn: number | undefined }[] =>
  question.turns
    ? question.turns.map((turn, at) => ({
        question: { ...turn, id: question.id, db_id: question.db_id },
        turn: at,
      }))
    : [{ question, turn: undefined }];

/** Why a question is not scored; null: it is. */
export function unscored(question: SetQuestion, fromCsv: boolean): string | null {
  const status = question.gold_status ?? 'rows';
  if (status !== 'rows') return status;
  if (question.time_relative) return 'time_relative';
  return fromCsv && question.csv_safe === false ? 'csv_safe=false' : null;
}
