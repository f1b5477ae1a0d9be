import { NoData, Waiting } from '../listing.tsx';
import '../../styles/screens.css';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import {
  type CheckedSemantics,
  checkSemantics,
  getSchema,
  getSemantics,
  listSuggestions,
  readYaml,
  replaceSemantics,
  type SemanticsOutput,
  ServiceError,
  writeYaml,
} from '../../api/meaning.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { AreaField, TextField } from '../../components/field.tsx';
import { Records } from '../../components/records.tsx';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/meaning.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { mayManage } from '../../state/session.ts';
import { listing, workspace } from '../../state/workspace.ts';
import { Gate } from '../gate.tsx';
import { Screen } from '../screen.tsx';
import { Drafts } from './drafts.tsx';
import { here } from './here.ts';
import { Examples, Metrics, type PartProps, Rules, Synonyms } from './parts.tsx';
import { Translations } from './translations.tsx';

/** Parts of the document, which are saved together. */
const EDITED = ['metrics', 'synonyms', 'rules', 'examples'] as const;
const PARTS = [...EDITED, 'drafts', 'translations', 'yaml'] as const;

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
        {listing.value && <Waiting on={listing.value} />}
        {isReady && <Document key={workspace.value?.workspace_id} />}
      </Gate>
    </Screen>
  );
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
  if (!found.value) return <Waiting on={found} />;
  if (found.value === 'no data') return <NoData lead={text.noData} toData={text.toData} />;
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
      {part === 'metrics' && <Metrics {...shown} term={query['term']} />}
      {part === 'synonyms' && <Synonyms {...shown} />}
      {part === 'rules' && <Rules {...shown} />}
      {part === 'examples' && <Examples {...shown} />}
      {part === 'drafts' && <Drafts isDirty={draft.value !== null} onCertified={found.again} />}
      {part === 'translations' && <Translations />}
      {part === 'yaml' && <Yaml isDirty={draft.value !== null} onSaved={found.again} />}
      {EDITED.some((one) => one === part) && (
        <Saving saved={semantics} draft={draft} questions={questions} onSaved={found.again} />
      )}
    </>
  );
}

interface SavingProps {
  readonly saved: SemanticsOutput;
  readonly draft: Signal<SemanticsOutput | null>;
  readonly questions: readonly string[];
  readonly onSaved: () => void;
}

/** An edit rests for so long before it is checked (milliseconds). */
const CHECK_MS = 400;

/** Checks the edits as they are made, tries them on three questions, and saves them; a save can be taken back. */
function Saving({ saved, draft, questions, onSaved }: SavingProps) {
  const text = texts();
  const asked = useSignal<readonly string[]>([0, 1, 2].map((at) => questions[at] ?? ''));
  const problems = useSignal<CheckedSemantics['problems']>([]);
  const tried = useSignal<CheckedSemantics['questions']>([]);
  const before = useSignal<SemanticsOutput | null>(null);
  const said = useSignal('');
  const action = useAction();
  const document = draft.value;
  const check = (of: SemanticsOutput, all: readonly string[], signal?: AbortSignal) => {
    const { service, at } = here();
    const body = { document: of, questions: all };
    return checkSemantics(service, { ...at, body }, signal ? { signal } : {});
  };
  useEffect(() => {
    // What was tried was of another document.
    tried.value = [];
    if (!document) {
      problems.value = [];
      return undefined;
    }
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      const found = await check(document, [], ending.signal).catch(() => null);
      if (found && !ending.signal.aborted) problems.value = found.problems;
    }, CHECK_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [document]);
  const tryOut = () =>
    action.run(async () => {
      if (!document) return;
      said.value = text.trying;
      const all = asked.value.map((question) => question.trim()).filter(Boolean);
      try {
        const found = await check(document, all);
        problems.value = found.problems;
        tried.value = found.questions;
      } finally {
        said.value = '';
      }
    });
  const save = () =>
    action.run(async () => {
      if (!document) return;
      const { service, at } = here();
      await replaceSemantics(service, { ...at, body: document });
      before.value = saved;
      draft.value = null;
      said.value = text.saved;
      onSaved();
    });
  const undo = () =>
    action.run(async () => {
      if (!before.value) return;
      const { service, at } = here();
      await replaceSemantics(service, { ...at, body: before.value });
      before.value = null;
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
      {tried.value.length > 0 && (
        <Records
          label={text.tries}
          records={tried.value}
          keyOf={({ question }) => question}
          empty=""
          columns={[
            { heading: text.question, cell: ({ question }) => question },
            { heading: text.before, cell: ({ before: was }) => <Tried of={was} /> },
            {
              heading: text.after,
              cell: ({ after, changed }) =>
                after === null || changed ? (
                  <b>
                    <Tried of={after} />
                  </b>
                ) : (
                  <span class="meta">{text.same}</span>
                ),
            },
          ]}
        />
      )}
      {problems.value.length > 0 && (
        <div role="alert" aria-label={text.problems}>
          <ul class="notes">
            {problems.value.map(({ loc, msg }) => (
              <li key={`${loc.join(' ')} ${msg}`} class="failure" lang="en">
                <b>{placeText(loc)}</b> {msg}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Failure error={action.error} />
      <div class="row part">
        <Button disabled={document === null || action.isBusy} onClick={tryOut}>
          {text.tryOut}
        </Button>
        <Button
          look="primary"
          disabled={document === null || action.isBusy || problems.value.length > 0}
          onClick={save}
        >
          {manageTexts().save}
        </Button>
        {document !== null && (
          <Button
            disabled={action.isBusy}
            onClick={() => {
              draft.value = null;
            }}
          >
            {text.drop}
          </Button>
        )}
        {before.value !== null && document === null && (
          <Button icon="again" disabled={action.isBusy} onClick={undo}>
            {text.undo}
          </Button>
        )}
        <span class="meta" role="status">
          {document !== null && !action.isBusy ? text.unsaved : said.value}
        </span>
      </div>
    </section>
  );
}

/** `metrics 2, table`: places are counted as people count. */
const placeText = (loc: readonly (string | number)[]): string =>
  loc
    .map((part) => (typeof part === 'number' ? ` ${part + 1}` : `, ${part}`))
    .join('')
    .slice(2);

type TriedAnswer = CheckedSemantics['questions'][number]['before'];

/** What a question gives: its number where it is one, else the words. */
function Tried({ of }: { readonly of: TriedAnswer | null }) {
  const text = texts();
  if (!of) return <>{text.invalid}</>;
  const [only] = of.rows;
  const isOne = of.total_rows === 1 && only?.length === 1;
  return (
    <>
      <span lang={isOne ? undefined : 'en'}>{isOne ? String(only?.[0] ?? '–') : of.text}</span>
      <small>{of.result === 'success' ? text.verdicts[of.verification] : ''}</small>
    </>
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
  if (found.value === null) return <Waiting on={found} />;
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
