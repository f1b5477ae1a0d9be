import { useSignal } from '@preact/signals';
import { serviceOf } from '../../api/kit.ts';
import { getMetricDrafts, getSemantics, replaceSemantics } from '../../api/meaning.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice, heldIn, Switch, TextField } from '../../components/field.tsx';
import { words } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { signTexts } from '../../i18n/sign.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { caller } from '../../state/session.ts';

interface SignFormProps {
  readonly traceId: string;
  /** Words of the measure, to begin with. */
  readonly suggested: string;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

type Draft = Awaited<ReturnType<typeof getMetricDrafts>>['metrics'][number];

/** Makes the measure of an answer a signed metric of its workspace. */
export function SignForm(props: SignFormProps) {
  const text = signTexts();
  const found = useLoaded(
    (signal) => {
      const who = signer();
      const at = { client_id: who.clientId, trace_id: props.traceId };
      return getMetricDrafts(serviceOf(who), at, { signal });
    },
    [props.traceId],
  );
  return (
    <>
      <h2>{text.title}</h2>
      <Failure error={found.error} onRetry={found.again} />
      {found.isBusy && <p class="meta">{manageTexts().loading}</p>}
      {found.value?.metrics.length === 0 && <p>{text.none}</p>}
      {found.value && found.value.metrics.length > 0 && (
        <Sign {...props} drafts={found.value.metrics} workspaceId={found.value.workspace_id} />
      )}
    </>
  );
}

function signer() {
  const who = caller.peek();
  if (!who) throw new Error("You're not signed in.");
  return who;
}

interface SignProps extends SignFormProps {
  readonly drafts: readonly Draft[];
  readonly workspaceId: string;
}

function Sign({ drafts, workspaceId, suggested, onAgain, onClose }: SignProps) {
  const text = signTexts();
  const name = useSignal(drafts[0]?.name ?? suggested);
  const signedBy = useSignal('');
  const description = useSignal('');
  const chosen = useSignal(0);
  const kept = useSignal<ReadonlySet<string>>(new Set());
  const isDone = useSignal(false);
  const action = useAction();
  const draft = drafts[chosen.value] ?? drafts[0];
  if (!draft) return null;

  const sign = async () => {
    const who = signer();
    const service = serviceOf(who);
    const at = { client_id: who.clientId, workspace_id: workspaceId };
    const document = await getSemantics(service, at);
    const metric = {
      name: name.value.trim(),
      synonyms: [],
      table: draft.table,
      expression: draft.expression,
      filters: draft.filters.filter((filter) => kept.value.has(filter)),
      description: description.value.trim() || null,
      signed_by: signedBy.value.trim(),
    };
    // Signing a draft of the same name puts it in its place.
    const others = document.metrics.filter((one) => !isSame(one.name, metric.name));
    await replaceSemantics(service, {
      ...at,
      body: { ...document, metrics: [...others, metric] },
    });
    isDone.value = true;
  };
  if (isDone.value)
    return (
      <div class="form">
        <p role="status">{text.done(name.value.trim())}</p>
        <div class="row">
          <Button look="primary" icon="again" onClick={onAgain}>
            {text.again}
          </Button>
          <a class="btn" href="/meaning">
            {text.meaning}
          </a>
        </div>
      </div>
    );
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        action.run(sign);
      }}
    >
      <p class="meta">{text.lead}</p>
      {drafts.length > 1 ? (
        <Choice
          label={text.measure}
          value={String(chosen.value)}
          options={drafts.map(
            ({ expression, table }, at) => [String(at), text.of(expression, table)] as const,
          )}
          onChoose={(at) => {
            chosen.value = Number(at);
            name.value = drafts[chosen.value]?.name ?? suggested;
            kept.value = new Set();
          }}
        />
      ) : (
        <p>
          {text.measure} <code>{text.of(draft.expression, draft.table)}</code>
        </p>
      )}
      {draft.filters.length > 0 && (
        <fieldset>
          <legend>{text.filters}</legend>
          <p class="meta">{text.filtersNote}</p>
          {draft.filters.map((filter) => (
            <Switch
              key={filter}
              label={<code>{filter}</code>}
              isOn={kept.value.has(filter)}
              onSwitch={(isOn) => {
                const next = new Set(kept.value);
                if (isOn) next.add(filter);
                else next.delete(filter);
                kept.value = next;
              }}
            />
          ))}
        </fieldset>
      )}
      {draft.others.length > 0 && <p class="meta">{text.others(draft.others.join('; '))}</p>}
      <TextField
        label={text.name}
        note={text.nameNote}
        required
        maxLength={100}
        {...heldIn(name)}
      />
      <TextField
        label={text.signedBy}
        note={text.signedByNote}
        required
        maxLength={200}
        {...heldIn(signedBy)}
      />
      <TextField label={text.description} maxLength={500} {...heldIn(description)} />
      <Failure error={action.error} />
      <div class="row">
        <Button submits look="primary" disabled={action.isBusy}>
          {text.sign}
        </Button>
        <Button onClick={onClose}>{words().cancel}</Button>
      </div>
    </form>
  );
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
