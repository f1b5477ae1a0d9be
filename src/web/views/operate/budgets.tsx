import { useSignal } from '@preact/signals';
import {
  type ListBudgetsAnswer,
  listBudgets,
  type ReplaceBudgetsBody,
  replaceBudgets,
} from '../../api/operate.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice, heldIn, TextField } from '../../components/field.tsx';
import { type RecordColumn, Records } from '../../components/records.tsx';
import { dayText, dollarText } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/operate.ts';
import { type Action, useAction, useLoaded } from '../../state/calls.ts';
import { isOfAccount, reachText, service, signedIn } from './reach.ts';

type Budget = ListBudgetsAnswer['budgets'][number];
type Cap = ListBudgetsAnswer['caps'][number];
type Draft = ReplaceBudgetsBody['budgets'][number];
type ScopeType = Budget['scope_type'];

type Open =
  | { readonly kind: 'edit'; readonly at: number | null }
  | { readonly kind: 'remove'; readonly at: number };

/** What is sent of a budget that stays. */
const draftOf = ({
  scope_type,
  scope_id,
  cap,
  period,
  enforcement,
  thresholds,
}: Budget): Draft => ({
  scope_type,
  scope_id,
  cap,
  period,
  enforcement,
  thresholds,
});

const nameOf = ({ scope_type, scope_id }: Budget): string => {
  const text = texts();
  if (scope_id === '*') return `${text.scopeTypes[scope_type]} (${text.each})`;
  if (scope_type === 'tenant') return reachText(scope_id, null);
  if (scope_type === 'workspace') return reachText(null, scope_id);
  return scope_type === 'account' ? text.account : scope_id;
};

export function Budgets() {
  const text = texts();
  const manage = manageTexts();
  const open = useSignal<Open | null>(null);
  const list = useLoaded((signal) => listBudgets(service(), {}, { signal }), [signedIn().key]);
  const action = useAction();
  const close = () => {
    open.value = null;
    action.forget();
  };
  const budgets = list.value?.budgets ?? [];
  const lang = locale();
  const put = async (drafts: readonly Draft[]) => {
    const isDone = await action.run(async () => {
      await replaceBudgets(service(), { body: { budgets: drafts } });
    });
    if (!isDone) return;
    close();
    list.again();
  };
  const shared: readonly RecordColumn<Budget>[] = [
    { heading: text.scopeType, cell: nameOf },
    { heading: text.spent, cell: (budget) => <Meter of={budget} /> },
    {
      heading: text.cap,
      isNumber: true,
      cell: ({ cap, period }) => (
        <>
          {dollarText(cap, lang)}
          <small>{text.periods[period]}</small>
        </>
      ),
    },
    { heading: text.enforcement, cell: ({ enforcement }) => text.enforcements[enforcement] },
    { heading: text.resets, cell: ({ resets_on }) => dayText(resets_on.slice(0, 10), lang) },
  ];
  const editing: RecordColumn<Budget> = {
    heading: manage.actions,
    isActions: true,
    cell: (budget) => {
      const at = budgets.indexOf(budget);
      return (
        <>
          <Button
            aria-label={`${text.edit}: ${nameOf(budget)}`}
            onClick={() => {
              open.value = { kind: 'edit', at };
            }}
          >
            {text.edit}
          </Button>
          <Button
            aria-label={`${manage.remove}: ${nameOf(budget)}`}
            onClick={() => {
              open.value = { kind: 'remove', at };
            }}
          >
            {manage.remove}
          </Button>
        </>
      );
    },
  };
  const { value: opened } = open;
  return (
    <>
      {isOfAccount.value ? (
        <div class="filters">
          <Button
            icon="plus"
            look="primary"
            disabled={!list.value}
            onClick={() => {
              open.value = { kind: 'edit', at: null };
            }}
          >
            {text.newBudget}
          </Button>
        </div>
      ) : (
        <p class="meta filters">{text.ofAccount}</p>
      )}
      <Failure error={list.error} onRetry={list.again} />
      {!list.value && list.isBusy && <p class="meta">{manage.loading}</p>}
      {list.value && (
        <>
          <Records
            label={text.budgets}
            records={budgets}
            keyOf={({ scope_type, scope_id, period }) => `${scope_type} ${scope_id} ${period}`}
            empty={text.noBudgets}
            columns={[...shared, ...(isOfAccount.value ? [editing] : [])]}
          />
          <section>
            <h2>{text.caps}</h2>
            {!list.value.caps_complete && <p class="meta">{text.capsCut}</p>}
            <Records
              label={text.caps}
              records={list.value.caps}
              keyOf={({ scope_type, scope_id, period, source }) =>
                `${scope_type} ${scope_id} ${period} ${source}`
              }
              empty={text.noCaps}
              columns={
                [
                  ...shared,
                  { heading: text.source, cell: ({ source }: Cap) => source },
                ] as readonly RecordColumn<Cap>[]
              }
            />
          </section>
        </>
      )}
      {opened?.kind === 'edit' && (
        <EditBudget
          of={opened.at === null ? null : (budgets[opened.at] ?? null)}
          accountId={
            [...budgets, ...(list.value?.caps ?? [])].find(
              ({ scope_type }) => scope_type === 'account',
            )?.scope_id ?? null
          }
          action={action}
          onClose={close}
          onSave={(draft) =>
            put(
              opened.at === null
                ? [...budgets.map(draftOf), draft]
                : budgets.map((budget, at) => (at === opened.at ? draft : draftOf(budget))),
            )
          }
        />
      )}
      {opened?.kind === 'remove' && (
        <FormDialog
          title={text.removeBudget}
          isOpen
          onClose={close}
          does={manage.remove}
          action={action}
          onConfirm={() => put(budgets.filter((_, at) => at !== opened.at).map(draftOf))}
        />
      )}
    </>
  );
}

/** How far a budget is used; nothing where it counts for each one by itself. */
function Meter({ of: { spent, cap, pct_used } }: { readonly of: Budget }) {
  if (spent === null || pct_used === null) return <>{texts().each}</>;
  const said = texts().meter(dollarText(spent, locale()), dollarText(cap, locale()));
  const look = pct_used >= 1 ? 'over' : pct_used >= 0.8 ? '' : 'ok';
  return (
    <>
      <div class={`meter ${look}`} aria-hidden="true">
        <i style={{ inlineSize: `${Math.min(100, pct_used * 100)}%` }} />
      </div>
      <small>{said}</small>
    </>
  );
}

interface EditProps {
  readonly of: Budget | null;
  /** Null where nothing said yet what the account is called: then none is offered for it. */
  readonly accountId: string | null;
  readonly action: Pick<Action, 'isBusy' | 'error'>;
  readonly onClose: () => void;
  readonly onSave: (draft: Draft) => void;
}

/** Where each kind of scope finds its id by itself; others are typed. */
function ownId(scope: ScopeType): string {
  const { clientId } = signedIn();
  if (scope === 'tenant') return clientId;
  return scope === 'end_user' ? '*' : '';
}

function EditBudget({ of, accountId, action, onClose, onSave }: EditProps) {
  const text = texts();
  const scope = useSignal<ScopeType>(of?.scope_type ?? 'tenant');
  const id = useSignal(of?.scope_id ?? ownId('tenant'));
  const cap = useSignal(of ? String(of.cap) : '');
  const period = useSignal<Budget['period']>(of?.period ?? 'month');
  const enforcement = useSignal<Budget['enforcement']>(of?.enforcement ?? 'block');
  const wrong = useSignal<string | null>(null);
  return (
    <FormDialog
      title={of ? text.editBudget : text.newBudget}
      isOpen
      onClose={onClose}
      does={manageTexts().save}
      action={wrong.value ? { ...action, error: new Error(wrong.value) } : action}
      onConfirm={() => {
        const amount = Number(cap.value.replace(',', '.'));
        wrong.value = amount > 0 ? null : text.capWrong;
        if (wrong.value) return;
        onSave({
          ...(of ? { thresholds: of.thresholds } : {}),
          scope_type: scope.value,
          scope_id: scope.value === 'account' ? (accountId ?? '') : id.value.trim(),
          cap: amount,
          period: period.value,
          enforcement: enforcement.value,
        });
      }}
    >
      <Choice
        label={text.scopeType}
        value={scope.value}
        options={(['account', 'tenant', 'workspace', 'end_user'] as const)
          .filter((one) => one !== 'account' || accountId !== null)
          .map((one) => [one, text.scopeTypes[one]] as const)}
        onChoose={(chosen) => {
          scope.value = chosen;
          id.value = ownId(chosen);
        }}
      />
      {scope.value !== 'account' && (
        <TextField label={text.scopeId} note={text.scopeIdNote} required {...heldIn(id)} />
      )}
      <TextField label={text.capField} inputMode="decimal" required {...heldIn(cap)} />
      <Choice
        label={text.period}
        value={period.value}
        options={[
          ['month', text.periods.month],
          ['day', text.periods.day],
        ]}
        onChoose={(chosen) => {
          period.value = chosen;
        }}
      />
      <Choice
        label={text.enforcement}
        value={enforcement.value}
        options={[
          ['block', text.enforcements.block],
          ['alert', text.enforcements.alert],
        ]}
        onChoose={(chosen) => {
          enforcement.value = chosen;
        }}
      />
    </FormDialog>
  );
}
