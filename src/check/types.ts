import type { Asked } from '#src/check/asked.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

export type VerificationStatus = 'verified' | 'checked' | 'warning' | 'failed' | 'not_applicable';

/** What one check found. `skipped`: there is nothing that it could look at. */
export interface Check {
  readonly name: string;
  readonly outcome: 'passed' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
}

export interface Verification {
  readonly status: VerificationStatus;
  readonly metrics: readonly string[];
  readonly reason: string;
  readonly checks: readonly Check[];
}

/** A statement, before it is run. */
export interface StatementAbout {
  readonly facts: QueryFacts;
  readonly catalog: Catalog;
  readonly asked: Asked;
}

/** What a statement gave. */
export interface CheckedResult {
  readonly columns: readonly ResultColumn[];
  /** The first rows, as many as are inline. */
  readonly rows: readonly (readonly CellValue[])[];
  readonly totalRows: number;
  /** False where a cap cut the result. */
  readonly totalRowsExact: boolean;
  /** What the engine changed in the cells, as sentences. */
  readonly notes: readonly string[];
}

/** The groups of a total. */
export interface BreakdownRows {
  readonly sql: string;
  readonly facts: QueryFacts;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Index of the column that holds the measure. */
  readonly measure: number;
}

/** A statement with its result. */
export interface ResultAbout extends StatementAbout {
  readonly result: CheckedResult;
  readonly breakdown: BreakdownRows | null;
  /** What a look past the last row found; null where there was none. */
  readonly ties: Check | null;
  /** The plan that the statement was written for; null where a model or a caller wrote it. */
  readonly query: Query | null;
}

/** A statement of the caller's own: there is no question to compare it with. */
export type OwnSqlAbout = Pick<StatementAbout, 'facts' | 'catalog'> & {
  readonly asked?: Asked;
  /** Absent: it was not run. */
  readonly result?: CheckedResult;
  /** Its groups, where it is a total that they were read of. */
  readonly breakdown?: BreakdownRows | null;
  /** The plan that it was written for, where it was written for one. */
  readonly query?: Query;
};

/** A question and a statement that a model may write for it. */
export interface Example {
  /** One of the small companies of `test/unit/ask/traps/schemas.ts`; null where none has what it takes. */
  readonly company: string | null;
  readonly question: string;
  readonly sql: string;
  /** The test that tries it, where no small company can. */
  readonly triedIn?: string;
}

interface Named {
  /** As in the answer's `verification.checks`. */
  readonly name: string;
  /** Statements that it warns of or refuses. */
  readonly catches: readonly Example[];
  /** Statements that it lets pass, though they look like those. */
  readonly passes: readonly Example[];
}

/** A check of what a statement says. It gives `skipped` where the statement has nothing for it to look at. */
export interface StatementCheck extends Named {
  readonly alone?: never;
  run(about: StatementAbout): Check;
}

/** A check of what a statement gave. */
export interface ResultCheck extends Named {
  readonly alone?: never;
  run(about: ResultAbout): Check | readonly Check[];
}

/** A check that judges SQL without the question that it was written for. */
export interface LoneStatementCheck extends Named {
  readonly alone: true;
  run(about: OwnSqlAbout): Check;
}

export interface LoneResultCheck extends Named {
  readonly alone: true;
  run(about: Omit<ResultAbout, 'asked'>): Check | readonly Check[];
}
