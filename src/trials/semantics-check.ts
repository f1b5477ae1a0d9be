import type { Answer, AskRequest, AskService } from '#src/ask/types.ts';
import type { SemanticsService } from '#src/catalog/generations/edit-semantics.ts';
import type { CatalogTrial } from '#src/catalog/generations/generations.ts';
import type { SemanticsProblem } from '#src/catalog/semantics/check.ts';
import type { SemanticsDocument } from '#src/catalog/semantics/document.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';

/** Rows that are compared; of these the first are told. */
const COMPARED_ROWS = 200;
const TOLD_ROWS = 10;

/** What a question gives. */
interface TriedAnswer {
  readonly result: Answer['result'];
  /** In words: what the rows say, what is asked back, or why there is no answer. */
  readonly text: string;
  readonly sql: string | null;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
  readonly total_rows: number | null;
  readonly verification: Answer['verification']['status'];
}

interface TriedQuestion {
  readonly question: string;
  readonly before: TriedAnswer;
  /** Null where the document cannot be put. */
  readonly after: TriedAnswer | null;
  /** Whether rows or outcome are others. */
  readonly changed: boolean;
}

interface CheckedSemantics {
  readonly valid: boolean;
  readonly problems: readonly SemanticsProblem[];
  readonly questions: readonly TriedQuestion[];
}

export type CheckSemantics = (
  /** Who asks, and where; as a question that stands alone. */
  about: Pick<AskRequest, 'principal' | 'requestId'> & {
    readonly clientId: string;
    readonly workspaceId: string;
  },
  draft: { readonly document: SemanticsDocument; readonly questions: readonly string[] },
  signal: AbortSignal,
) => Promise<CheckedSemantics>;

/**
 * Says what cannot hold of a document, and what questions give now and would give with it. Nothing is stored but what any
 * question leaves behind (its trace, its spend): the questions count as questions.
 */
export function createSemanticsCheck({
  semantics,
  ask,
}: {
  readonly semantics: Pick<SemanticsService, 'tryOut'>;
  readonly ask: AskService;
}): CheckSemantics {
  return async (about, { document, questions }, signal) => {
    const { principal, clientId, workspaceId, requestId } = about;
    const reachesTenant = principal.workspaceId === null;
    const { problems, trial } = await semantics.tryOut(
      { workspaceId, reachesTenant },
      document,
      signal,
    );
    const answerTo = async (question: string, over: CatalogTrial | null): Promise<Answer> => {
      const request: AskRequest = {
        ...{ principal, clientId, workspaceId, requestId, question },
        ...{ dryRun: false, outputMode: 'both', chart: 'none', maxRows: COMPARED_ROWS },
        conversation: { mode: 'none' },
        ...(over ? { trial: over } : {}),
      };
      const events = ask.run(await ask.prepare(request, signal), signal);
      for (;;) {
        const next = await events.next();
        if (next.done) return next.value;
      }
    };
    const tried: TriedQuestion[] = [];
    for (const question of questions) {
      const before = await answerTo(question, null);
      const after = trial && (await answerTo(question, trial));
      tried.push({
        question,
        before: toldOf(before),
        after: after && toldOf(after),
        changed: after !== null && differs(before, after),
      });
    }
    return { valid: problems.length === 0, problems, questions: tried };
  };
}

const differs = (before: Answer, after: Answer): boolean =>
  JSON.stringify(comparedOf(before)) !== JSON.stringify(comparedOf(after));

/** Without an answer, why there is none; the verdict, too: a signed metric verifies a number that stays. */
const comparedOf = ({ result, data, error, totalRows, verification, clarification }: Answer) => [
  result,
  data?.rows ?? [error?.message, clarification?.question],
  totalRows,
  verification.status,
];

const toldOf = ({
  result,
  data,
  error,
  clarification,
  explanation,
  sql,
  totalRows,
  verification,
}: Answer): TriedAnswer => ({
  result,
  text: error?.message ?? clarification?.question ?? explanation,
  sql,
  columns: data?.columns ?? [],
  rows: (data?.rows ?? []).slice(0, TOLD_ROWS),
  total_rows: totalRows,
  verification: verification.status,
});
