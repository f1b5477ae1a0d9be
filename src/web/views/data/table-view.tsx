import { useSignal } from '@preact/signals';
import {
  type Column,
  getSchema,
  type SchemaTable,
  type UpdateColumnBody,
  updateColumn,
  updateTable,
} from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { AreaField, heldIn, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Records } from '../../components/records.tsx';
import { countText } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { type Action, useAction, useLoaded } from '../../state/calls.ts';
import { tablesChanged } from '../../state/uploads.ts';
import { Waiting } from '../listing.tsx';
import { Links } from './links.tsx';
import { place } from './place.ts';
import { Starters } from './starters.tsx';

/** What is described: the table itself, or one of its columns. */
interface Subject {
  readonly column: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
}

/** One table: its keys, its columns with samples, and what people say of them. */
export function TableView({ name }: { readonly name: string }) {
  const text = texts();
  const lang = locale();
  const described = useSignal<Subject | null>(null);
  /** Hidden a moment ago: the schema does not name them any more. Null is the table. */
  const hidden = useSignal<readonly (string | null)[]>([]);
  /** Switches show what they were set to, while the service takes it over. */
  const switched = useSignal<Readonly<Record<string, boolean>>>({});
  const action = useAction();
  const found = useLoaded(
    (signal) => {
      const { service, at } = place();
      return getSchema(service, at, { signal });
    },
    [name, tablesChanged.value],
  );
  if (!found.value) return <Waiting on={found} />;
  const table = found.value.tables.find(({ table_name }) => table_name === name);

  const edit = async (column: string | null, body: UpdateColumnBody) => {
    const before = switched.value;
    if (column !== null && typeof body.sensitive === 'boolean')
      switched.value = { ...before, [column]: body.sensitive };
    const isDone = await action.run(async () => {
      const { service, at } = place();
      await (column === null
        ? updateTable(service, { ...at, table: name, body })
        : updateColumn(service, { ...at, table: name, column, body }));
    });
    if (!isDone) {
      switched.value = before;
      return;
    }
    if (body.hidden === true) hidden.value = [...hidden.value, column];
    if (body.hidden === false) hidden.value = hidden.value.filter((one) => one !== column);
    described.value = null;
    found.again();
  };

  const { value: subject } = described;
  return (
    <>
      {hidden.value.map((column) => (
        <div key={column ?? ''} class="failure warn" role="status">
          <p>{text.hiddenNow(column ?? name)}</p>
          <Button disabled={action.isBusy} onClick={() => edit(column, { hidden: false })}>
            {text.showAgain}
          </Button>
        </div>
      ))}
      <Failure error={action.error} />
      {!table && !found.isBusy && !hidden.value.includes(null) && (
        <p class="lead">{text.tableGone(name)}</p>
      )}
      {table && (
        <>
          <p class="meta">
            {[
              table.row_count === null ? '' : text.rowCount(countText(table.row_count, lang)),
              table.is_view ? text.view : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {table.description && <p class="lead">{table.description}</p>}
          <div class="row">
            <Button
              onClick={() => {
                described.value = { column: null, name, ...table };
              }}
            >
              {text.editOf(name)}
            </Button>
            <Button disabled={action.isBusy} onClick={() => edit(null, { hidden: true })}>
              {text.hideTable}
            </Button>
          </div>
          <Starters key={name} table={name} />
          <section>
            <h2>{text.links}</h2>
            <Links of={table} all={found.value.relationships} />
          </section>
          <section>
            <h2>{text.columns}</h2>
            <p class="meta">{text.sensitiveNote}</p>
            <Columns
              of={table}
              switched={switched.value}
              isBusy={action.isBusy}
              onEdit={edit}
              onDescribe={(column) => {
                described.value = { column: column.name, ...column };
              }}
            />
          </section>
        </>
      )}
      {subject && (
        <Describe
          of={subject}
          action={action}
          onClose={() => {
            described.value = null;
          }}
          onSave={(body) => edit(subject.column, body)}
        />
      )}
    </>
  );
}

interface ColumnsProps {
  readonly of: SchemaTable;
  readonly switched: Readonly<Record<string, boolean>>;
  readonly isBusy: boolean;
  readonly onEdit: (column: string, body: UpdateColumnBody) => void;
  readonly onDescribe: (column: Column) => void;
}

function Columns({ of, switched, isBusy, onEdit, onDescribe }: ColumnsProps) {
  const text = texts();
  return (
    <Records
      label={text.columns}
      records={of.columns}
      keyOf={({ name }) => name}
      empty={text.noTables}
      columns={[
        {
          heading: text.column,
          cell: ({ name, native_type, unit }) => (
            <>
              {name}{' '}
              {of.primary_key?.includes(name) && (
                <span title={text.primary}>
                  <Icon name="key" />
                  <span class="vh">{text.primary}</span>
                </span>
              )}
              <small>{[native_type, unit].filter(Boolean).join(' · ')}</small>
            </>
          ),
        },
        {
          heading: text.description,
          cell: (column) => (
            <>
              {column.description ?? <span class="meta">{text.noDescription}</span>}
              {column.synonyms.length > 0 && <small>{column.synonyms.join(', ')}</small>}
            </>
          ),
        },
        { heading: text.holds, cell: (column) => <Samples of={column} rows={of.row_count} /> },
        {
          heading: text.sensitive,
          cell: ({ name, sensitive }) => (
            <input
              type="checkbox"
              class="tick"
              aria-label={text.makeSensitive(name)}
              checked={switched[name] ?? sensitive}
              disabled={isBusy}
              onChange={({ currentTarget }) => onEdit(name, { sensitive: currentTarget.checked })}
            />
          ),
        },
        {
          heading: manageTexts().actions,
          isActions: true,
          cell: (column) => (
            <>
              <Button
                aria-label={text.editOf(column.name)}
                disabled={isBusy}
                onClick={() => onDescribe(column)}
              >
                {text.edit}
              </Button>
              <Button
                aria-label={text.hide(column.name)}
                disabled={isBusy}
                icon="no"
                onClick={() => onEdit(column.name, { hidden: true })}
              />
            </>
          ),
        },
      ]}
    />
  );
}

const MOST_SAMPLES = 5;

function Samples({ of, rows }: { readonly of: Column; readonly rows: number | null }) {
  const text = texts();
  const lang = locale();
  const facts = [
    of.min !== null && of.max !== null ? text.between(of.min, of.max) : '',
    of.distinct_count === null ? '' : text.distinct(countText(of.distinct_count, lang)),
    of.null_count !== null && of.null_count > 0 && rows
      ? text.nulls(
          new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(
            of.null_count / rows,
          ),
        )
      : '',
  ].filter(Boolean);
  return (
    <>
      {of.sensitive
        ? text.notSampled
        : of.sample_values.slice(0, MOST_SAMPLES).map(String).join(', ')}
      <small>{facts.join(' · ')}</small>
    </>
  );
}

interface DescribeProps {
  readonly of: Subject;
  readonly action: Pick<Action, 'isBusy' | 'error'>;
  readonly onClose: () => void;
  readonly onSave: (body: UpdateColumnBody) => void;
}

function Describe({ of, action, onClose, onSave }: DescribeProps) {
  const text = texts();
  const description = useSignal(of.description ?? '');
  const synonyms = useSignal(of.synonyms.join(', '));
  return (
    <FormDialog
      title={text.editOf(of.name)}
      isOpen
      onClose={onClose}
      does={manageTexts().save}
      action={action}
      onConfirm={() =>
        onSave({
          description: description.value.trim() || null,
          synonyms: synonyms.value
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean),
        })
      }
    >
      <AreaField label={text.description} {...heldIn(description)} />
      <TextField label={text.synonyms} note={text.synonymsNote} {...heldIn(synonyms)} />
    </FormDialog>
  );
}
