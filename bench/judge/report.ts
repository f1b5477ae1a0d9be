import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openGold } from './gold.ts';
import {
  itemsOf,
  judge,
  type Predicted,
  type SetQuestion,
  unscored,
  type Verdict,
} from './judge.ts';

export interface JudgeOptions {
  readonly questions: readonly SetQuestion[];
  readonly predictions: readonly Predicted[];
  /** Folder of `<db_id>.sqlite`. */
  readonly databases: string;
  /** The service was given the CSV files of the set: leaves out what they do not hold. */
  readonly fromCsv: boolean;
  /** Field of a question by which figures are given, too. */
  readonly by: string;
}

export interface Judged {
  readonly verdicts: readonly {
    readonly id: string | number;
    readonly turn?: number;
    readonly verdict: Verdict;
  }[];
  /** For people. */
  readonly lines: readonly string[];
}

type Tally = Map<Verdict, number>;

/** Judges all predictions: verdicts, and lines with the share answered and the share of these that is right. */
export function judgeAll({ questions, predictions, databases, fromCsv, by }: JudgeOptions): Judged {
  const keyOf = (id: string | number, turn: number | undefined) =>
    JSON.stringify([id, turn ?? null]);
  const predicted = new Map(predictions.map((one) => [keyOf(one.id, one.turn), one]));
  const open = new Map<string, ReturnType<typeof openGold>>();
  const runOf = (database: string) => (sql: string) => {
    const gold = open.get(database) ?? openGold(path.join(databases, `${database}.sqlite`));
    open.set(database, gold);
    return gold.run(sql);
  };
  const all: Tally = new Map();
  const groups = new Map<string, Tally>();
  const left = new Map<string, number>();
  const verdicts: Judged['verdicts'][number][] = [];
  try {
    for (const { question, turn } of questions.flatMap(itemsOf)) {
      const reason = unscored(question, fromCsv);
      if (reason) {
        left.set(reason, (left.get(reason) ?? 0) + 1);
        continue;
      }
      const verdict = judge(
        question,
        predicted.get(keyOf(question.id, turn)),
        runOf(question.db_id),
      );
      const group = String(question[by] ?? 'none');
      const tally = groups.get(group) ?? new Map();
      groups.set(group, tally);
      for (const each of [all, tally]) each.set(verdict, (each.get(verdict) ?? 0) + 1);
      verdicts.push({ id: question.id, ...(turn === undefined ? {} : { turn }), verdict });
    }
  } finally {
    for (const gold of open.values()) gold.close();
  }
  const lines = [
    `all: ${figures(all)}`,
    ...[...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, tally]) => `  ${by} ${name}: ${figures(tally)}`),
    `verdicts: ${[...all].map(([verdict, count]) => `${verdict} ${count}`).join(', ')}`,
  ];
  if (left.size > 0)
    lines.push(`not scored: ${[...left].map(([why, count]) => `${why} ${count}`).join(', ')}`);
  return { verdicts, lines };
}

const UNANSWERED: readonly Verdict[] = ['declined', 'missing'];

function figures(tally: Tally): string {
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const answered = total - UNANSWERED.reduce((sum, one) => sum + (tally.get(one) ?? 0), 0);
  const right = tally.get('match') ?? 0;
  const lenient = right + (tally.get('order_differs') ?? 0) + (tally.get('extra_columns') ?? 0);
  const share = (part: number, whole: number) =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  return `${share(answered, total)} of ${total} answered, ${share(right, answered)} of these right (${share(lenient, answered)} with other orders and more columns)`;
}

/** The lines of a JSONL file. */
export async function readLines<T>(file: string): Promise<readonly T[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

export const writeLines = (file: string, lines: readonly unknown[]) =>
  writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
