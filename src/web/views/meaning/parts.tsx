import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  type ExampleEffect,
  listExampleEffects,
  type Schema,
  type SemanticsOutput,
  startEvalRun,
} from '../../api/meaning.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { AreaField, Choice, heldIn, TextField } from '../../components/field.tsx';
import { Records } from '../../components/records.tsx';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/meaning.ts';
import { type Loaded, useAction, useLoaded } from '../../state/calls.ts';
import { here } from './here.ts';

export interface PartProps {
  readonly document: SemanticsOutput;
  readonly schema: Schema;
  readonly onChange: (document: SemanticsOutput) => void;
}

type Metric = SemanticsOutput['metrics'][number];
type Example = SemanticsOutput['examples'][number];

const listed = (text: string, by: RegExp): readonly string[] =>
  text
    .split(by)
    .map((one) => one.trim())
    .filter(Boolean);

const tableNames = ({ tables }: Schema) =>
  tables.map(({ table_name }) => [table_name, table_name] as const);

/** What is edited in a dialog: one of the list by its place, or a new one. */
interface Editing<T> {
  readonly at: number | null;
  readonly of: T;
}

const replaced = <T,>(all: readonly T[], at: number | null, one: T): readonly T[] =>
  at === null ? [...all, one] : all.with(at, one);

interface MetricsProps extends PartProps {
  /** What a new one is called, which is then being made. */
  readonly term?: string | undefined;
}

export function Metrics({ document, schema, onChange, term }: MetricsProps) {
  const text = texts();
  const manage = manageTexts();
  const { metrics } = document;
  const first: Metric = {
    name: '',
    synonyms: [],
    table: schema.tables[0]?.table_name ?? '',
    expression: '',
    filters: [],
    description: null,
    signed_by: null,
  };
  const editing = useSignal<Editing<Metric> | null>(
    term ? { at: null, of: { ...first, name: term } } : null,
  );
  return (
    <>
      <div class="row filters">
        <Button
          icon="plus"
          onClick={() => {
            editing.value = { at: null, of: first };
          }}
        >
          {text.newMetric}
        </Button>
        <p class="meta">{text.metricsLead}</p>
      </div>
      <Records
        label={text.tabs.metrics}
        records={metrics}
        keyOf={({ name }) => name}
        empty={text.noMetrics}
        columns={[
          {
            heading: text.name,
            cell: ({ name, synonyms }) => (
              <>
                {name}
                <small>{synonyms.join(', ')}</small>
              </>
            ),
          },
          {
            heading: text.expression,
            cell: ({ expression, filters, table }) => (
              <>
                <code class="long">{expression}</code>
                <small>{[table, ...filters].join(' · ')}</small>
              </>
            ),
          },
          {
            heading: text.signedBy,
            cell: ({ signed_by }) => signed_by ?? <span class="meta">{text.unsigned}</span>,
          },
          {
            heading: manage.actions,
            isActions: true,
            cell: (metric) => (
              <Acts
                name={metric.name}
                onEdit={() => {
                  editing.value = { at: metrics.indexOf(metric), of: metric };
                }}
                onRemove={() =>
                  onChange({ ...document, metrics: metrics.filter((one) => one !== metric) })
                }
              />
            ),
          },
        ]}
      />
      {editing.value && (
        <MetricForm
          isNew={editing.value.at === null}
          of={editing.value.of}
          schema={schema}
          others={metrics.filter((_, at) => at !== editing.value?.at).map(({ name }) => name)}
          onClose={() => {
            editing.value = null;
          }}
          onTake={(metric) => {
            onChange({
              ...document,
              metrics: replaced(metrics, editing.value?.at ?? null, metric),
            });
            editing.value = null;
          }}
        />
      )}
    </>
  );
}

/** Names as they are listed. */
interface NamesRow extends ActsProps {
  readonly place: string;
  readonly synonyms: readonly string[];
}

interface ActsProps {
  readonly name: string;
  readonly onEdit?: () => void;
  readonly onRemove: () => void;
}

function Acts({ name, onEdit, onRemove }: ActsProps) {
  return (
    <>
      {onEdit && (
        <Button aria-label={`${texts().edit}: ${name}`} onClick={onEdit}>
          {texts().edit}
        </Button>
      )}
      <Button aria-label={`${manageTexts().remove}: ${name}`} icon="close" onClick={onRemove} />
    </>
  );
}

interface MetricFormProps {
  readonly isNew: boolean;
  readonly of: Metric;
  readonly schema: Schema;
  readonly others: readonly string[];
  readonly onClose: () => void;
  readonly onTake: (metric: Metric) => void;
}

function MetricForm({ isNew, of, schema, others, onClose, onTake }: MetricFormProps) {
  const text = texts();
  const draft = useSignal(of);
  const filters = useSignal(of.filters.join('\n'));
  const synonyms = useSignal(of.synonyms.join(', '));
  const wrong = useSignal<string | null>(null);
  const set = (fields: Partial<Metric>) => {
    draft.value = { ...draft.value, ...fields };
  };
  const { name, table, expression, description, signed_by } = draft.value;
  return (
    <FormDialog
      title={isNew ? text.newMetric : text.editMetric}
      isOpen
      onClose={onClose}
      does={text.take}
      action={{ isBusy: false, error: wrong.value ? new Error(wrong.value) : null }}
      onConfirm={() => {
        const isTwice = others.some((one) => one.toLowerCase() === name.trim().toLowerCase());
        wrong.value =
          !name.trim() || !table || !expression.trim()
            ? text.missing
            : isTwice
              ? text.twice(name.trim())
              : null;
        if (wrong.value) return;
        onTake({
          ...draft.value,
          name: name.trim(),
          expression: expression.trim(),
          filters: listed(filters.value, /\n/),
          synonyms: listed(synonyms.value, /,/),
        });
      }}
    >
      <TextField label={text.name} required value={name} onText={(typed) => set({ name: typed })} />
      <Choice
        label={text.table}
        value={table}
        options={tableNames(schema)}
        onChoose={(chosen) => set({ table: chosen })}
      />
      <TextField
        label={text.expression}
        note={text.expressionNote}
        required
        value={expression}
        onText={(typed) => set({ expression: typed })}
      />
      <AreaField label={text.filters} note={text.filtersNote} rows={2} {...heldIn(filters)} />
      <TextField label={text.synonyms} note={text.synonymsNote} {...heldIn(synonyms)} />
      <TextField
        label={text.description}
        value={description ?? ''}
        onText={(typed) => set({ description: typed.trim() ? typed : null })}
      />
      <TextField
        label={text.signedBy}
        note={text.signedNote}
        value={signed_by ?? ''}
        onText={(typed) => set({ signed_by: typed.trim() ? typed : null })}
      />
    </FormDialog>
  );
}

/** Names of a column (`value` is null) or of a value in it. */
interface Names {
  readonly table: string;
  readonly column: string;
  readonly value: string | null;
  readonly synonyms: readonly string[];
}

const keyOf = ({ table, column, value }: Omit<Names, 'synonyms'>) =>
  JSON.stringify([table, column, value]);

/** Names are kept at two places of the document; this puts them back where they came from. */
function withNames(document: SemanticsOutput, names: Names): SemanticsOutput {
  const { table, column, value, synonyms } = names;
  if (value === null) {
    const known = document.columns.some((one) => one.table === table && one.column === column);
    return {
      ...document,
      columns: known
        ? document.columns.map((one) =>
            one.table === table && one.column === column ? { ...one, synonyms } : one,
          )
        : [...document.columns, { table, column, synonyms }],
    };
  }
  const others = document.values.filter((one) => keyOf(one) !== keyOf({ table, column, value }));
  return {
    ...document,
    values: synonyms.length === 0 ? others : [...others, { table, column, value, synonyms }],
  };
}

export function Synonyms({ document, schema, onChange }: PartProps) {
  const text = texts();
  const editing = useSignal<Names | null>(null);
  const known: readonly Names[] = [
    ...document.columns
      .filter(({ synonyms }) => (synonyms ?? []).length > 0)
      .map(({ table, column, synonyms }) => ({
        table,
        column,
        value: null,
        synonyms: synonyms ?? [],
      })),
    ...document.values,
  ];
  // Certified beside the names that a table or column has.
  const added = document.synonyms ?? [];
  const all: readonly NamesRow[] = [
    ...known.map((names) => ({
      name: names.value ?? names.column,
      place: names.value === null ? names.table : `${names.table}.${names.column}`,
      synonyms: names.synonyms,
      onEdit: () => {
        editing.value = names;
      },
      onRemove: () => onChange(withNames(document, { ...names, synonyms: [] })),
    })),
    ...added.map((names) => ({
      name: names.column ?? names.table,
      place: names.table,
      synonyms: names.synonyms,
      onRemove: () => onChange({ ...document, synonyms: added.filter((one) => one !== names) }),
    })),
  ];
  return (
    <>
      <div class="row filters">
        <Button
          icon="plus"
          onClick={() => {
            editing.value = {
              table: schema.tables[0]?.table_name ?? '',
              column: schema.tables[0]?.columns[0]?.name ?? '',
              value: null,
              synonyms: [],
            };
          }}
        >
          {text.newName}
        </Button>
        <p class="meta">{text.synonymsLead}</p>
      </div>
      <Records
        label={text.tabs.synonyms}
        records={all}
        keyOf={({ name, place, synonyms }) => JSON.stringify([name, place, synonyms])}
        empty={text.noSynonyms}
        columns={[
          {
            heading: text.of,
            cell: ({ name, place }) => (
              <>
                {name}
                <small>{place}</small>
              </>
            ),
          },
          { heading: text.synonyms, cell: ({ synonyms }) => synonyms.join(', ') },
          {
            heading: manageTexts().actions,
            isActions: true,
            cell: (names) => <Acts {...names} />,
          },
        ]}
      />
      {editing.value && (
        <NamesForm
          of={editing.value}
          schema={schema}
          onClose={() => {
            editing.value = null;
          }}
          onTake={(names) => {
            onChange(withNames(document, names));
            editing.value = null;
          }}
        />
      )}
    </>
  );
}

interface NamesFormProps {
  readonly of: Names;
  readonly schema: Schema;
  readonly onClose: () => void;
  readonly onTake: (names: Names) => void;
}

function NamesForm({ of, schema, onClose, onTake }: NamesFormProps) {
  const text = texts();
  const draft = useSignal(of);
  const typed = useSignal(of.synonyms.join(', '));
  const columnsOf = (table: string) =>
    schema.tables.find(({ table_name }) => table_name === table)?.columns ?? [];
  const { table, column, value } = draft.value;
  return (
    <FormDialog
      title={text.newName}
      isOpen
      onClose={onClose}
      does={text.take}
      onConfirm={() => onTake({ ...draft.value, synonyms: listed(typed.value, /,/) })}
    >
      <Choice
        label={text.table}
        value={table}
        options={tableNames(schema)}
        onChoose={(chosen) => {
          draft.value = { ...draft.value, table: chosen, column: columnsOf(chosen)[0]?.name ?? '' };
        }}
      />
      <Choice
        label={text.column}
        value={column}
        options={columnsOf(table).map(({ name }) => [name, name] as const)}
        onChoose={(chosen) => {
          draft.value = { ...draft.value, column: chosen };
        }}
      />
      <TextField
        label={text.value}
        note={text.valueNote}
        value={value ?? ''}
        onText={(said) => {
          draft.value = { ...draft.value, value: said === '' ? null : said };
        }}
      />
      <TextField label={text.synonyms} note={text.synonymsNote} required {...heldIn(typed)} />
    </FormDialog>
  );
}

export function Rules({ document, onChange }: PartProps) {
  const text = texts();
  const typed = useSignal(document.rules.join('\n'));
  return (
    <>
      <p class="meta">{text.rulesLead}</p>
      <div class="form">
        <AreaField
          label={text.rules}
          note={text.rulesNote}
          rows={8}
          value={typed.value}
          onText={(said) => {
            typed.value = said;
            onChange({ ...document, rules: listed(said, /\n/) });
          }}
        />
      </div>
    </>
  );
}

export function Examples({ document, onChange }: PartProps) {
  const text = texts();
  const editing = useSignal<Editing<Example> | null>(null);
  const { examples } = document;
  const effects = useLoaded(async (signal) => {
    const { service, at } = here();
    return (await listExampleEffects(service, at, { signal })).examples;
  }, []);
  const isWaiting = effects.value?.some(isAtWork) ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(effects.again, LOOK_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, effects.value]);
  return (
    <>
      <div class="row filters">
        <Button
          icon="plus"
          onClick={() => {
            editing.value = { at: null, of: { question: '', sql: '' } };
          }}
        >
          {text.newExample}
        </Button>
        <p class="meta">{text.examplesLead}</p>
      </div>
      <Records
        label={text.tabs.examples}
        records={examples}
        keyOf={({ question }) => question}
        empty={text.noExamples}
        columns={[
          { heading: text.question, cell: ({ question }) => question },
          { heading: text.sql, cell: ({ sql }) => <code class="long">{sql}</code> },
          {
            heading: text.golden,
            cell: (example) => <Effect of={example} effects={effects} />,
          },
          {
            heading: manageTexts().actions,
            isActions: true,
            cell: (example) => (
              <Acts
                name={example.question}
                onEdit={() => {
                  editing.value = { at: examples.indexOf(example), of: example };
                }}
                onRemove={() =>
                  onChange({ ...document, examples: examples.filter((one) => one !== example) })
                }
              />
            ),
          },
        ]}
      />
      {editing.value && (
        <ExampleForm
          of={editing.value.of}
          onClose={() => {
            editing.value = null;
          }}
          onTake={(example) => {
            onChange({
              ...document,
              examples: replaced(examples, editing.value?.at ?? null, example),
            });
            editing.value = null;
          }}
        />
      )}
    </>
  );
}

interface ExampleFormProps {
  readonly of: Example;
  readonly onClose: () => void;
  readonly onTake: (example: Example) => void;
}

function ExampleForm({ of, onClose, onTake }: ExampleFormProps) {
  const text = texts();
  const question = useSignal(of.question);
  const sql = useSignal(of.sql);
  return (
    <FormDialog
      title={text.newExample}
      isOpen
      onClose={onClose}
      does={text.take}
      onConfirm={() => onTake({ question: question.value.trim(), sql: sql.value.trim() })}
    >
      <TextField label={text.question} required {...heldIn(question)} />
      <AreaField label={text.sql} required rows={6} {...heldIn(sql)} />
    </FormDialog>
  );
}

interface EffectProps {
  readonly of: Example;
  readonly effects: Loaded<readonly ExampleEffect[]>;
}

/** What an example changed on the golden questions, or a button that asks them. */
function Effect({ of, effects }: EffectProps) {
  const text = texts();
  const action = useAction();
  const found = effects.value?.find((one) => one.question === of.question && one.sql === of.sql);
  if (!found) return null;
  const { fixed, broken, status } = found;
  const ask = () =>
    action.run(async () => {
      const { service, at } = here();
      await startEvalRun(service, { ...at, body: { example: of.question } });
      effects.again();
    });
  const said = [
    ...(fixed.length > 0 ? [text.fixed(fixed.length)] : []),
    ...(broken.length > 0 ? [text.broken(broken.length)] : []),
  ];
  return (
    <>
      {status && (
        <span title={[...fixed, ...broken].join('\n')}>
          {said.join(' · ') || text.effects[status]}
        </span>
      )}
      {!isAtWork(found) && (
        <Button disabled={action.isBusy} aria-label={`${text.ask}: ${of.question}`} onClick={ask}>
          {text.ask}
        </Button>
      )}
      <Failure error={action.error} />
    </>
  );
}

const isAtWork = ({ status }: ExampleEffect) => status === 'queued' || status === 'running';

/** How often a run at work is looked at (milliseconds). */
const LOOK_MS = 1_500;
