import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  type EvalDifference,
  type EvalRun,
  type GoldenQuestion,
  getEvalRun,
  getEvals,
  listEvalRuns,
  replaceEvals,
  startEvalRun,
} from '../../api/evals.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { AreaField, heldIn, TextField } from '../../components/field.tsx';
import { Records } from '../../components/records.tsx';
import { countText, dayTime } from '../../format/times.ts';
import { texts } from '../../i18n/evals.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { workspace } from '../../state/workspace.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { Listing } from '../listing.tsx';
import { service, signedIn } from './reach.ts';

/** How often a run that is at work is looked at. */
const LOOK_MS = 1_500;

const isAtWork = ({ status }: EvalRun) => status === 'queued' || status === 'running';

function here(workspaceId: string) {
  return { client_id: signedIn().clientId, workspace_id: workspaceId };
}

/** Runs among which the newest is looked for: those of examples stand between. */
const LOOKED_AT = 50;

/** The newest run, whole; null where there was none. */
async function lastRun(at: ReturnType<typeof here>, signal: AbortSignal) {
  const { runs } = await listEvalRuns(service(), { ...at, limit: LOOKED_AT }, { signal });
  const newest = runs.find(({ example }) => example === null);
  const run = newest && (await getEvalRun(service(), { ...at, run_id: newest.run_id }, { signal }));
  return { run: run ?? null };
}

/** Golden questions of the workspace: what is right, a run of them all, and what came out. */
export function Evals() {
  const into = workspace.value;
  return into && <OfWorkspace key={into.workspace_id} id={into.workspace_id} />;
}

function OfWorkspace({ id }: { readonly id: string }) {
  const text = texts();
  const at = here(id);
  const isAdding = useSignal(false);
  const action = useAction();
  const golden = useLoaded((signal) => getEvals(service(), at, { signal }), [id]);
  const last = useLoaded((signal) => lastRun(at, signal), [id]);
  const run = last.value?.run ?? null;
  useEffect(() => {
    if (!run || !isAtWork(run)) return undefined;
    const timer = setTimeout(last.again, LOOK_MS);
    return () => clearTimeout(timer);
  }, [run]);
  const questions = golden.value?.questions ?? [];
  const put = async (changed: readonly (Omit<GoldenQuestion, 'id'> & { id?: string })[]) =>
    golden.put(await replaceEvals(service(), { ...at, body: { questions: changed } }));
  return (
    <>
      <div class="row filters">
        <p class="meta">{text.lead}</p>
        <Button
          icon="plus"
          look="primary"
          also="end"
          onClick={() => {
            isAdding.value = true;
          }}
        >
          {text.add}
        </Button>
      </div>
      <Listing
        list={golden}
        of={(read) => read.questions}
        error={action.error}
        label={text.questions}
        keyOf={(one) => one.id}
        empty={text.none}
        columns={[
          { heading: text.question, cell: ({ question }) => <span dir="auto">{question}</span> },
          { heading: text.expected, cell: (one) => <Expected of={one} /> },
          {
            heading: manageTexts().actions,
            isActions: true,
            cell: (one) => (
              <Button
                aria-label={text.removeNamed(one.question)}
                disabled={action.isBusy}
                onClick={() => action.run(() => put(questions.filter((other) => other !== one)))}
              >
                {text.remove}
              </Button>
            ),
          },
        ]}
      />
      {questions.length > 0 && (
        <Button
          look="primary"
          also="part"
          disabled={action.isBusy || (run !== null && isAtWork(run))}
          onClick={() =>
            action.run(async () => {
              await startEvalRun(service(), { ...at, body: {} });
              last.again();
            })
          }
        >
          {text.run}
        </Button>
      )}
      <Failure error={last.error} onRetry={last.again} />
      {last.value && (run ? <Report run={run} /> : <p class="meta">{text.noRun}</p>)}
      {isAdding.value && (
        <NewQuestion
          onClose={() => {
            isAdding.value = false;
          }}
          onAdd={(question, sql) =>
            put([...questions, { question, sql: sql || null, rows: null, ordered: false }])
          }
        />
      )}
    </>
  );
}

function Expected({ of: { sql, rows } }: { readonly of: GoldenQuestion }) {
  const text = texts();
  if (sql) return <code dir="ltr">{sql}</code>;
  return <>{rows ? text.rows(countText(rows.length, locale())) : text.unknown}</>;
}

interface NewQuestionProps {
  readonly onClose: () => void;
  readonly onAdd: (question: string, sql: string) => Promise<void>;
}

function NewQuestion({ onClose, onAdd }: NewQuestionProps) {
  const text = texts();
  const question = useSignal('');
  const sql = useSignal('');
  return (
    <ActionDialog
      title={text.add}
      onClose={onClose}
      does={text.addIt}
      onConfirm={() => onAdd(question.value.trim(), sql.value.trim())}
    >
      <TextField label={text.question} {...heldIn(question)} required />
      <AreaField label={text.sql} note={text.sqlNote} {...heldIn(sql)} />
    </ActionDialog>
  );
}

/** What became of the questions, by cause, and what is other than in the run before. */
function Report({ run }: { readonly run: EvalRun }) {
  const text = texts();
  const lang = locale();
  const asked = text.running(countText(run.done, lang), countText(run.total, lang));
  const wrong = run.outcomes.filter(({ cause }) => cause !== 'right');
  const { broken, fixed, other } = run.changes;
  return (
    <section>
      <h2>{text.report}</h2>
      <div class="row filters">
        <p class="meta" role="status">
          {`${dayTime(run.created_at, lang)} · ${text.status[run.status]} · ${asked}`}
          {run.error && <small dir="auto">{run.error}</small>}
        </p>
      </div>
      <Records
        label={text.causesTitle}
        records={Object.entries(run.counts).filter(([, count]) => count > 0)}
        keyOf={([cause]) => cause}
        empty={text.noRun}
        columns={[
          { heading: text.cause, cell: ([cause]) => text.causes[cause as 'right'] },
          { heading: text.count, isNumber: true, cell: ([, count]) => countText(count, lang) },
        ]}
      />
      {!isAtWork(run) && (
        <>
          <h2>{text.outcomes}</h2>
          <Records
            label={text.outcomes}
            records={wrong}
            keyOf={({ id }) => id}
            empty={text.allRight}
            columns={[
              {
                heading: text.question,
                cell: ({ question }) => <span dir="auto">{question}</span>,
              },
              { heading: text.cause, cell: ({ cause }) => text.causes[cause] },
              { heading: text.why, cell: ({ detail }) => <span dir="auto">{detail}</span> },
              {
                heading: text.answer,
                cell: ({ trace_id }) =>
                  trace_id && <a href={`/a/${encodeURIComponent(trace_id)}`}>{text.answer}</a>,
              },
            ]}
          />
          {run.previous_run_id && <Changes all={[...broken, ...fixed, ...other]} />}
        </>
      )}
    </section>
  );
}

function Changes({ all }: { readonly all: readonly EvalDifference[] }) {
  const text = texts();
  return (
    <>
      <h2>{text.changes}</h2>
      <Records
        label={text.changes}
        records={all}
        keyOf={({ id }) => id}
        empty={text.noChanges}
        columns={[
          { heading: text.question, cell: ({ question }) => <span dir="auto">{question}</span> },
          {
            heading: text.change,
            cell: ({ from, to }) => text.fromTo(text.causes[from], text.causes[to]),
          },
        ]}
      />
    </>
  );
}
