import '../../styles/screens.css';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { serviceOf } from '../../api/kit.ts';
import {
  getSchema,
  getSemantics,
  listSuggestions,
  readYaml,
  replaceSemantics,
  type SemanticsOutput,
  ServiceError,
  tryQuestion,
  writeYaml,
} from '../../api/meaning.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { AreaField, TextField } from '../../components/field.tsx';
import { Records } from '../../components/records.tsx';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/meaning.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { caller, mayManage } from '../../state/session.ts';
import { workspace } from '../../state/workspace.ts';
import { Gate } from '../gate.tsx';
import { Screen } from '../screen.tsx';
import { Examples, Metrics, type PartProps, Rules, Synonyms } from './parts.tsx';

type Part = 'metrics' | 'synonyms' | 'rules' | 'examples' | 'yaml';
const PARTS: readonly Part[] = ['metrics', 'synonyms', 'rules', 'examples', 'yaml'];

/** What the data means: forms over one document, which is saved as a whole. */
export function Meaning() {
  const text = texts();
  const isReady = mayManage.value && workspace.value !== null;
  return (
    <Screen title={text.title}>
      <Gate
        about={text.about}
        call="GET, PUT /clients/{client_id}/workspaces/{workspace_id}/semantics"
      >
        {isReady && <Document key={workspace.value?.workspace_id} />}
      </Gate>
    </Screen>
  );
}

function here() {
  const by = caller.value;
  const into = workspace.value;
  if (!by || !into) throw new Error('No workspace is chosen.');
  return {
    caller: by,
    service: serviceOf(by),
    at: { client_id: by.clientId, workspace_id: into.workspace_id },
  };
}

/** The document with what its forms offer; null where the workspace has no data. */
async function readAll(signal: AbortSignal) {
  const { service, at } = here();
  try {
    const [semantics, schema, { suggestions }] = await Promise.all([
      getSemantics(service, at, { signal }),
      getSchema(service, at, { signal }),
      listSuggestions(service, at, { signal }),
    ]);
    return { semantics, schema, questions: suggestions.slice(0, 3) };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422) return 'no data' as const;
    throw error;
  }
}

function Document() {
  const text = texts();
  const { query, path } = useLocation();
  const part = PARTS.find((one) => one === query['part']) ?? 'metrics';
  const found = useLoaded(readAll, []);
  const draft = useSignal<SemanticsOutput | null>(null);
  if (!found.value)
    return found.error ? (
      <Failure error={found.error} onRetry={found.again} />
    ) : (
      <p class="meta">{manageTexts().loading}</p>
    );
  if (found.value === 'no data')
    return (
      <>
        <p class="lead">{text.noData}</p>
        <p class="part">
          <a class="btn primary" href="/data">
            {text.toData}
          </a>
        </p>
      </>
    );
  const { semantics, schema, questions } = found.value;
  const shown: PartProps = {
    document: draft.value ?? semantics,
    schema,
    onChange: (changed) => {
      draft.value = changed;
    },
  };
  return (
    <>
      <nav class="places" aria-label={text.places}>
        {PARTS.map((one) => (
          <a
            key={one}
            href={`${path}?part=${one}`}
            aria-current={one === part ? 'page' : undefined}
          >
            {text.tabs[one]}
          </a>
        ))}
      </nav>
      {part === 'metrics' && <Metrics {...shown} />}
      {part === 'synonyms' && <Synonyms {...shown} />}
      {part === 'rules' && <Rules {...shown} />}
      {part === 'examples' && <Examples {...shown} />}
      {part === 'yaml' && <Yaml isDirty={draft.value !== null} onSaved={found.again} />}
      {part !== 'yaml' && (
        <Saving saved={semantics} draft={draft} questions={questions} onSaved={found.again} />
      )}
    </>
  );
}

interface Comparison {
  readonly question: string;
  readonly before: string;
  readonly after: string;
}

interface SavingProps {
  readonly saved: SemanticsOutput;
  readonly draft: Signal<SemanticsOutput | null>;
  readonly questions: readonly string[];
  readonly onSaved: () => void;
}

/** Saves the document, and says what that changed for three questions; the save can be taken back. */
function Saving({ saved, draft, questions, onSaved }: SavingProps) {
  const text = texts();
  const asked = useSignal<readonly string[]>([0, 1, 2].map((at) => questions[at] ?? ''));
  const compared = useSignal<readonly Comparison[] | null>(null);
  const before = useSignal<SemanticsOutput | null>(null);
  const said = useSignal('');
  const action = useAction();
  const tryAll = async (all: readonly string[]) => {
    const { service, at } = here();
    const results: string[] = [];
    for (const question of all)
      results.push(
        await tryQuestion(service, at, question).catch((error: unknown) =>
          error instanceof Error ? error.message : String(error),
        ),
      );
    return results;
  };
  const save = () =>
    action.run(async () => {
      const document = draft.value;
      if (!document) return;
      said.value = text.saving;
      const all = asked.value.map((question) => question.trim()).filter(Boolean);
      const { service, at } = here();
      try {
        const were = await tryAll(all);
        await replaceSemantics(service, { ...at, body: document });
        before.value = saved;
        draft.value = null;
        const are = await tryAll(all);
        compared.value = all.map((question, place) => ({
          question,
          before: were[place] ?? '',
          after: are[place] ?? '',
        }));
        said.value = text.saved;
        onSaved();
      } catch (error) {
        said.value = '';
        throw error;
      }
    });
  const undo = () =>
    action.run(async () => {
      if (!before.value) return;
      const { service, at } = here();
      await replaceSemantics(service, { ...at, body: before.value });
      before.value = null;
      compared.value = null;
      said.value = text.undone;
      onSaved();
    });
  return (
    <section>
      <h2>{text.tries}</h2>
      <p class="meta">{text.triesNote}</p>
      <div class="form">
        {asked.value.map((question, at) => (
          <TextField
            key={at}
            label={text.tryField(at + 1)}
            value={question}
            onText={(typed) => {
              asked.value = asked.value.with(at, typed);
            }}
          />
        ))}
      </div>
      <Failure error={action.error} />
      <div class="row">
        <Button look="primary" disabled={draft.value === null || action.isBusy} onClick={save}>
          {text.save}
        </Button>
        {draft.value !== null && (
          <Button
            disabled={action.isBusy}
            onClick={() => {
              draft.value = null;
            }}
          >
            {text.drop}
          </Button>
        )}
        {before.value !== null && draft.value === null && (
          <Button icon="again" disabled={action.isBusy} onClick={undo}>
            {text.undo}
          </Button>
        )}
        <span class="meta" role="status">
          {draft.value !== null && !action.isBusy ? text.unsaved : said.value}
        </span>
      </div>
      {compared.value && compared.value.length > 0 && (
        <div class="part">
          <Records
            label={text.tries}
            records={compared.value}
            keyOf={({ question }) => question}
            empty=""
            columns={[
              { heading: text.question, cell: ({ question }) => question },
              { heading: text.before, cell: ({ before: was }) => was },
              {
                heading: text.after,
                cell: ({ before: was, after }) =>
                  was === after ? <span class="meta">{text.same}</span> : <b>{after}</b>,
              },
            ]}
          />
        </div>
      )}
    </section>
  );
}

interface YamlProps {
  readonly isDirty: boolean;
  readonly onSaved: () => void;
}

function Yaml({ isDirty, onSaved }: YamlProps) {
  const text = texts();
  const found = useLoaded(async () => {
    const { caller: by, at } = here();
    return readYaml(by, at);
  }, []);
  const typed = useSignal<string | null>(null);
  const said = useSignal('');
  const action = useAction();
  useEffect(() => {
    said.value = '';
  }, [typed.value]);
  if (found.value === null)
    return found.error ? (
      <Failure error={found.error} onRetry={found.again} />
    ) : (
      <p class="meta">{manageTexts().loading}</p>
    );
  const save = () =>
    action.run(async () => {
      const { caller: by, at } = here();
      if (typed.value === null) return;
      await writeYaml(by, at, typed.value);
      typed.value = null;
      found.again();
      onSaved();
      said.value = text.saved;
    });
  return (
    <>
      <p class="meta">{isDirty ? text.yamlDirty : text.yamlLead}</p>
      <div class="form yaml">
        <AreaField
          label={text.tabs.yaml}
          rows={22}
          value={typed.value ?? found.value}
          readOnly={isDirty}
          onText={(now) => {
            typed.value = now;
          }}
        />
        <Failure error={action.error} />
        <div class="row">
          <Button
            look="primary"
            disabled={typed.value === null || isDirty || action.isBusy}
            onClick={save}
          >
            {manageTexts().save}
          </Button>
          <span class="meta" role="status">
            {said.value}
          </span>
        </div>
      </div>
    </>
  );
}
