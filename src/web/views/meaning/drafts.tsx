import {
  certifyDefinitionDraft,
  type DefinitionDraft,
  dismissDefinitionDraft,
  listDefinitionDrafts,
} from '../../api/meaning.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Records } from '../../components/records.tsx';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/meaning.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { Waiting } from '../listing.tsx';
import { here } from './here.ts';

interface DraftsProps {
  /** Edits that are not saved would undo what is certified beside them. */
  readonly isDirty: boolean;
  readonly onCertified: () => void;
}

/** Synonyms and metrics that failed questions lacked: each is certified or dismissed. */
export function Drafts({ isDirty, onCertified }: DraftsProps) {
  const text = texts();
  const action = useAction();
  const found = useLoaded(async (signal) => {
    const { service, at } = here();
    return (await listDefinitionDrafts(service, at, { signal })).drafts;
  }, []);
  if (!found.value) return <Waiting on={found} />;
  const certify = ({ draft_id }: DefinitionDraft) =>
    action.run(async () => {
      const { service, at } = here();
      await certifyDefinitionDraft(service, { ...at, draft_id, body: {} });
      found.again();
      onCertified();
    });
  const dismiss = ({ draft_id }: DefinitionDraft) =>
    action.run(async () => {
      const { service, at } = here();
      await dismissDefinitionDraft(service, { ...at, draft_id });
      found.again();
    });
  return (
    <>
      <p class="meta">{isDirty ? text.yamlDirty : text.draftsLead}</p>
      <Failure error={action.error} />
      <Records
        label={text.tabs.drafts}
        records={found.value}
        keyOf={({ draft_id }) => draft_id}
        empty={text.noDrafts}
        columns={[
          { heading: text.name, cell: ({ name }) => name },
          { heading: text.means, cell: (draft) => <Meant by={draft} /> },
          {
            heading: text.questions,
            cell: ({ questions: [newest], times }) => (
              <>
                {newest?.question}
                <small>
                  {newest && text.failures[newest.failure]}
                  {times > 1 && ` · ${text.times(times)}`}
                </small>
              </>
            ),
          },
          {
            heading: manageTexts().actions,
            isActions: true,
            cell: (draft) => (
              <>
                <Button
                  disabled={isDirty || action.isBusy}
                  aria-label={`${text.certify}: ${draft.name}`}
                  onClick={() => certify(draft)}
                >
                  {text.certify}
                </Button>
                <Button
                  icon="close"
                  disabled={action.isBusy}
                  aria-label={`${text.dismiss}: ${draft.name}`}
                  onClick={() => dismiss(draft)}
                />
              </>
            ),
          },
        ]}
      />
    </>
  );
}

function Meant({ by }: { readonly by: DefinitionDraft }) {
  const { expression, filters, table, column, value } = by;
  if (expression !== null)
    return (
      <>
        <code class="long">{expression}</code>
        <small>{[table, ...filters].join(' · ')}</small>
      </>
    );
  return (
    <>
      {value ?? column ?? table}
      {column !== null && <small>{value === null ? table : `${table}.${column}`}</small>}
    </>
  );
}
