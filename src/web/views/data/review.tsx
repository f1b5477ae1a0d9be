import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { SheetMapping, UploadPreview } from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { Either } from '../../components/either.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice, Switch, TextField } from '../../components/field.tsx';
import { countText } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { Notes } from './notes.tsx';
import {
  answering,
  decidedNow,
  isTotalRow,
  type Mapping,
  type PreviewedTable,
  type Question,
  questionsOf,
  saying,
  stillAsked,
} from './questions.ts';

interface ReviewProps {
  readonly preview: UploadPreview;
  /** What was said of the file here; null: nothing yet. */
  readonly mapping: Mapping | null;
  readonly look: (mapping: Mapping, signal: AbortSignal) => Promise<UploadPreview>;
  /** Another mapping gave another preview. */
  readonly onLooked: (mapping: Mapping, preview: UploadPreview) => void;
  /** The button that takes it over, named for what it does. */
  readonly does: string;
  readonly isBusy?: boolean;
  readonly onDone: (mapping: Mapping | null) => void;
}

/** Typing goes on for so long before what was typed is looked at (milliseconds). */
const TYPING_MS = 500;

/** What a file would become: its questions, each answered by a click, and its first rows, which follow the answers. */
export function Review(props: ReviewProps) {
  const { preview, mapping, look, onLooked, does, isBusy = false, onDone } = props;
  const text = texts();
  /** What was said last, before it was looked at. */
  const draft = useSignal<Mapping | null>(null);
  const error = useSignal<unknown>(null);
  const asked = useSignal<readonly Question[]>(questionsOf(preview));
  const looking = useRef<AbortController | null>(null);
  useEffect(() => () => looking.current?.abort(), []);
  const said = draft.value ?? mapping ?? preview.mapping;
  const say = async (next: Mapping, waitMs = 0) => {
    draft.value = next;
    looking.current?.abort();
    const ending = new AbortController();
    looking.current = ending;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (ending.signal.aborted) return;
    try {
      const found = await look(next, ending.signal);
      if (ending.signal.aborted) return;
      error.value = null;
      asked.value = stillAsked(asked.value, found, next);
      draft.value = null;
      onLooked(next, found);
    } catch (reason) {
      if (!ending.signal.aborted) error.value = reason;
    }
  };
  const isLooking = draft.value !== null && error.value === null;
  const own = preview.tables.filter(({ decisions }) => decisions);
  const placed = new Set(own.map(({ mapping_key }) => mapping_key));
  const ask = (questions: readonly Question[]) =>
    questions.length > 0 && (
      <ul class="asked" aria-label={text.questions}>
        {questions.map((question) => (
          <li key={question.key}>
            <QuestionNotes of={question} />
            <Answer
              of={question}
              value={decidedNow(question, said, preview.tables)}
              onAnswer={(answer, waitMs) => say(answering(said, question, answer), waitMs)}
            />
          </li>
        ))}
      </ul>
    );
  const ofTable = ({ mapping_key }: PreviewedTable) =>
    asked.value.filter(
      ({ setting, sheets }) => setting !== 'union' && sheets.includes(mapping_key),
    );
  const ofFile = asked.value.filter(
    ({ setting, sheets }) => setting === 'union' || !sheets.some((sheet) => placed.has(sheet)),
  );
  const others = preview.notes.filter(({ setting }) => !setting);
  return (
    <div class="review">
      {ask(ofFile)}
      {preview.tables.map((table) => (
        <section
          key={table.decisions ? table.mapping_key : table.table_name}
          aria-label={text.tableOf(table.table_name)}
        >
          <h2>
            <span dir="auto">{table.table_name}</span>{' '}
            <span class="meta">
              {[
                text.rowCount(countText(table.row_count, locale())),
                table.decisions ? '' : text.madeOf(table.derived_from?.of.join(', ') ?? ''),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </h2>
          {table.decisions && ask(ofTable(table))}
          <FirstRows
            of={table}
            onType={(column, type) =>
              say(answering(said, { setting: 'types', sheets: [table.mapping_key], column }, type))
            }
          />
          {table.decisions && (
            <More
              of={table}
              said={said[table.mapping_key] ?? {}}
              isOnly={own.length === 1}
              asked={ofTable(table)}
              onSay={(part, waitMs) => say(saying(said, [table.mapping_key], part), waitMs)}
            />
          )}
        </section>
      ))}
      {others.length > 0 && <Notes of={others} />}
      <Failure error={error.value} />
      <div class="row">
        <Button
          look="primary"
          disabled={isBusy || draft.value !== null}
          onClick={() => onDone(mapping)}
        >
          {does}
        </Button>
        <span class="meta" role="status">
          {isLooking ? text.looking : ''}
        </span>
      </div>
    </div>
  );
}

const LISTED = 3;

function QuestionNotes({ of: { notes } }: { readonly of: Question }) {
  const text = texts();
  const [first] = notes;
  return (
    <p lang="en">
      <span dir="auto">
        {notes
          .slice(0, LISTED)
          .map(({ note }) => note)
          .join('; ')}
        {notes.length > LISTED && ` (+${notes.length - LISTED})`}
      </span>
      {first && (
        <small class="meta">{text.noteAt(first.sheet_name, first.row, first.column)}</small>
      )}
    </p>
  );
}

interface AnswerProps {
  readonly of: Question;
  readonly value: string;
  readonly onAnswer: (answer: string, waitMs?: number) => void;
}

/** Rows offered for the headings, at the least. */
const HEADER_ROWS = 12;

function Answer({ of, value, onAnswer }: AnswerProps) {
  const text = texts();
  const { setting, column } = of;
  const label = column ? `${text.settings[setting]}: ${column}` : text.settings[setting];
  if (setting === 'table_range')
    return (
      <TextField
        label={label}
        note={text.rangeNote}
        value={value}
        onText={(typed) => onAnswer(typed.trim(), TYPING_MS)}
      />
    );
  if (setting === 'header_row') {
    const most = Math.max(HEADER_ROWS, Number(value) + 3);
    const rows = Array.from({ length: most }, (_, at) => String(at + 1));
    return (
      <Choice
        label={label}
        value={value}
        options={[...rows.map((row) => [row, text.rowNumber(row)] as const), ['0', text.noHeader]]}
        onChoose={onAnswer}
      />
    );
  }
  if (setting === 'types')
    return <Choice label={label} value={value} options={typeOptions()} onChoose={onAnswer} />;
  return <Either label={label} value={value} options={text.answers[setting]} onChoose={onAnswer} />;
}

const TYPES = [
  ...(['text', 'integer', 'decimal', 'float', 'date', 'timestamp', 'time', 'boolean'] as const),
];
const typeOptions = () => TYPES.map((type) => [type, texts().types[type]] as const);
const NUMERIC: readonly string[] = ['integer', 'decimal', 'float'];
const DATED: readonly string[] = ['date', 'timestamp'];
/** Rows of a preview that are shown. */
const SHOWN = 8;

interface FirstRowsProps {
  readonly of: PreviewedTable;
  readonly onType: (column: string, type: string) => void;
}

/** The first rows as they would be stored; the type of each column can be changed. */
function FirstRows({ of: table, onType }: FirstRowsProps) {
  const text = texts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section class="records card first" tabIndex={0} aria-label={text.firstOf(table.table_name)}>
      <table>
        <thead>
          <tr>
            {table.columns.map(({ name, type, unit, hidden }) => (
              <th key={name} scope="col" class={NUMERIC.includes(type) ? 'n' : undefined}>
                <span dir="auto">{name}</span>
                {unit && <i> {unit}</i>}
                {hidden && <small>{text.secret}</small>}
                {table.decisions ? (
                  <select
                    aria-label={text.typeOf(name)}
                    value={type}
                    onChange={({ currentTarget }) => onType(name, currentTarget.value)}
                  >
                    {typeOptions().map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                ) : (
                  <small>{text.types[type]}</small>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, SHOWN).map((row, at) => {
            const isTotal = isTotalRow(table, row);
            return (
              <tr key={at} class={isTotal ? 'below' : undefined}>
                {table.columns.map(({ name, type, hidden }, place) => (
                  <td key={name} class={NUMERIC.includes(type) ? 'n' : undefined} dir="auto">
                    {row[place] ?? <span class="meta">{hidden ? text.masked : text.empty}</span>}
                    {isTotal && place === 0 && <small>{text.sumRow}</small>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface MoreProps {
  readonly of: PreviewedTable;
  readonly said: SheetMapping;
  /** It cannot be left out: there would be nothing. */
  readonly isOnly: boolean;
  readonly asked: readonly Question[];
  readonly onSay: (part: SheetMapping, waitMs?: number) => void;
}

/** Whatever else is decided of a table, to be decided otherwise. */
function More({ of: table, said, isOnly, asked, onSay }: MoreProps) {
  const text = texts();
  const { decisions = {}, mapping_key: key } = table;
  const isAsked = (setting: Question['setting'], column: string | null = null) =>
    asked.some((one) => one.setting === setting && one.column === column);
  const number = (typed: string) => {
    const read = Number.parseInt(typed, 10);
    return Number.isNaN(read) ? undefined : Math.max(0, read);
  };
  const either = (setting: 'decimal' | 'totals' | 'unpivot' | 'union', value: string) => (
    <div class="field">
      <span class="label">{text.settings[setting]}</span>
      <Either
        label={text.settings[setting]}
        value={value}
        options={text.answers[setting]}
        onChoose={(answer) =>
          onSay(answering({}, { setting, sheets: [key], column: null }, answer)[key] ?? {})
        }
      />
    </div>
  );
  return (
    <details>
      <summary>{text.more}</summary>
      <div class="form">
        <TextField
          label={text.tableName}
          value={said.table_name ?? table.table_name}
          onText={(typed) => onSay({ table_name: typed.trim() || undefined }, TYPING_MS)}
        />
        {!isAsked('header_row') && (
          <TextField
            label={text.settings.header_row}
            note={text.headerRowNote}
            inputMode="numeric"
            value={said.header_row === undefined ? '' : String(said.header_row)}
            onText={(typed) => onSay({ header_row: number(typed) }, TYPING_MS)}
          />
        )}
        <TextField
          label={text.headerRows}
          note={text.headerRowNote}
          inputMode="numeric"
          value={said.header_rows === undefined ? '' : String(said.header_rows)}
          onText={(typed) =>
            onSay(
              { header_rows: number(typed) || undefined, header_row: decisions.header_row },
              TYPING_MS,
            )
          }
        />
        {!isAsked('table_range') && (
          <TextField
            label={text.settings.table_range}
            note={text.rangeNote}
            value={said.table_range ?? ''}
            onText={(typed) => onSay({ table_range: typed.trim() || undefined }, TYPING_MS)}
          />
        )}
        {table.columns
          .filter(({ name, type }) => DATED.includes(type) && !isAsked('date_order', name))
          .map(({ name }) => (
            <Choice
              key={name}
              label={`${text.settings.date_order}: ${name}`}
              value={said.date_order?.[name] ?? ''}
              options={[['', text.asFound], ...text.answers.date_order]}
              onChoose={(order) => {
                const { [name]: _before, ...others } = said.date_order ?? {};
                onSay({
                  date_order:
                    order === 'dmy' || order === 'mdy' ? { ...others, [name]: order } : others,
                });
              }}
            />
          ))}
        {!isAsked('decimal') && (
          <Choice
            label={text.settings.decimal}
            value={said.decimal ?? ''}
            options={[['', text.asFound], ...text.answers.decimal]}
            onChoose={(sign) =>
              onSay({ decimal: sign === 'point' || sign === 'comma' ? sign : undefined })
            }
          />
        )}
        {!isAsked('totals') && either('totals', said.totals ?? 'skip')}
        {said.unpivot === false && !isAsked('unpivot') && either('unpivot', 'false')}
        {said.union === false && either('union', 'false')}
        {!isOnly && (
          <Switch
            label={text.skip}
            isOn={said.skip === true}
            onSwitch={(skip) => onSay({ skip: skip || undefined })}
          />
        )}
      </div>
    </details>
  );
}
