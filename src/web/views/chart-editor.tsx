import '../styles/chart-editor.css';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { titleText } from '#src/charts/format.ts';
import { chartAsSet, chartsOf, fitting, LONGEST_TITLE } from '#src/charts/settings.ts';
import { paintOf, SERIES } from '#src/charts/theme.ts';
import {
  type Chart,
  type ChartData,
  type ChartKind,
  type ChartSettings,
  PALETTES,
} from '#src/charts/types.ts';
import { wordsOf } from '#src/charts/words.ts';
import { Button } from '../components/button.tsx';
import { ChartFigure } from '../components/chart.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Failure } from '../components/failure.tsx';
import { Choice, heldIn, TextField } from '../components/field.tsx';
import { chartEditorTexts } from '../i18n/chart-editor.ts';
import { locale, words } from '../i18n/index.ts';

interface EditorProps {
  /** Rows with the chart that fits them best. */
  readonly data: ChartData;
  readonly settings: ChartSettings | null;
  /** Whether a table can stand in the place of the chart. */
  readonly hasTable?: boolean;
  readonly action?: { readonly isBusy: boolean; readonly error: unknown };
  readonly onSet: (settings: ChartSettings | null) => void;
  readonly onClose: () => void;
}

/** Edits how rows are drawn: of the charts that they allow, with a title and colours. */
export function ChartEditor(props: EditorProps) {
  const { data, settings, hasTable = false, action, onSet, onClose } = props;
  const text = chartEditorTexts();
  const { kinds } = wordsOf(locale());
  const charts = useMemo(() => chartsOf(data.chart), [data.chart]);
  const isTable = useSignal(settings?.kind === 'table');
  const chosen = useSignal<Chart>((settings && fitting(charts, settings)[0]) ?? firstOf(charts));
  const title = useSignal(settings?.title ?? '');
  const palette = useSignal(settings?.palette ?? 'standard');
  const now = chosen.value;
  /** The charts that share most with the one of now come first. */
  const choose = (among: readonly Chart[]) => {
    isTable.value = false;
    const likeness = (one: Chart) =>
      4 * Number(sameValues(one, now)) +
      2 * Number(one.kind === now.kind) +
      Number(one.x === now.x);
    const [nearest] = among.toSorted((one, other) => likeness(other) - likeness(one));
    if (nearest) chosen.value = nearest;
  };
  const made = (): ChartSettings => ({
    ...placeOf(charts, now),
    ...(title.value.trim() !== '' && { title: title.value.trim() }),
    ...(palette.value !== 'standard' && { palette: palette.value }),
    ...(isTable.value && { kind: 'table' }),
  });
  const drawn = chartAsSet(data.chart, made());
  const preview = useMemo(
    () => drawn && { ...data, chart: drawn },
    [now, title.value, palette.value, isTable.value],
  );
  const set = (wanted: ChartSettings | null) =>
    onSet(wanted && Object.keys(wanted).length > 0 ? wanted : null);
  const values = distinct(charts, ({ y }) => y.join('\n'));
  const axes = distinct(
    charts.filter((one) => one.kind === now.kind && sameValues(one, now)),
    ({ x, series }) => `${x}\n${series}`,
  );
  const kindsHere = distinct(charts, ({ kind }) => kind);
  const isUnstacked = now.kind === 'grouped' && now.series !== null;
  return (
    <Dialog isOpen onClose={onClose} label={text.edit} from="end">
      <h2>{text.edit}</h2>
      <div class="chart-preview">{preview && <ChartFigure data={preview} />}</div>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          set(made());
        }}
      >
        <Choice<ChartKind | 'table'>
          label={text.kind}
          note={
            isUnstacked && !fitting(charts, { kind: 'stacked' }).length
              ? text.notStacked
              : text.honest
          }
          value={isTable.value ? 'table' : now.kind}
          options={[
            ...kindsHere.map(({ kind }) => [kind, kinds[kind]] as const),
            ...(hasTable ? [['table', text.table] as const] : []),
          ]}
          onChoose={(kind) => {
            if (kind === 'table') isTable.value = true;
            else choose(fitting(charts, { kind }));
          }}
        />
        {values.length > 1 && (
          <Choice
            label={text.values}
            value={now.y.join('\n')}
            options={values.map(
              ({ y }) => [y.join('\n'), y.map((name) => titleText(name)).join(', ')] as const,
            )}
            onChoose={(y) => choose(fitting(charts, { y: y.split('\n') }))}
          />
        )}
        {axes.length > 1 && (
          <Choice
            label={text.axis}
            value={String(axes.findIndex(({ x }) => x === now.x))}
            options={axes.map(({ x, series }, at) => {
              const axis = titleText(x ?? '');
              return [
                String(at),
                series === null ? axis : text.splitBy(axis, titleText(series)),
              ] as const;
            })}
            onChoose={(at) => choose(axes.slice(Number(at), Number(at) + 1))}
          />
        )}
        <TextField
          label={text.title}
          note={text.titleNote}
          maxLength={LONGEST_TITLE}
          {...heldIn(title)}
        />
        <fieldset class="palettes">
          <legend>{text.colors}</legend>
          {PALETTES.map((name) => (
            <label key={name} class="switch">
              <input
                type="radio"
                name="palette"
                checked={palette.value === name}
                onChange={() => {
                  palette.value = name;
                }}
              />
              {text.palettes[name]}
              <span aria-hidden="true">
                {SERIES.map((colour) => (
                  <i key={colour} style={{ background: paintOf('css', name)(colour) }} />
                ))}
              </span>
            </label>
          ))}
        </fieldset>
        <Failure error={action?.error} />
        <div class="row">
          <Button submits look="primary" disabled={action?.isBusy ?? false}>
            {text.apply}
          </Button>
          <Button onClick={onClose}>{words().cancel}</Button>
          {settings && <Button onClick={() => set(null)}>{text.reset}</Button>}
        </div>
      </form>
    </Dialog>
  );
}

function firstOf(charts: readonly Chart[]): Chart {
  const [first] = charts;
  if (!first) throw new TypeError('There is no chart to edit.');
  return first;
}

const sameValues = (one: Chart, other: Chart) => one.y.join('\n') === other.y.join('\n');

/** The first of the charts by each key, in their order. */
const distinct = (charts: readonly Chart[], key: (chart: Chart) => string): readonly Chart[] =>
  charts.filter((one, at) => charts.findIndex((other) => key(other) === key(one)) === at);

/** The least that tells a chart from the others; nothing of the one that fits best. */
function placeOf(charts: readonly Chart[], chart: Chart): ChartSettings {
  const { kind, x, y, series } = chart;
  const ways: readonly ChartSettings[] = [{}, { kind }, { kind, y }];
  const whole = { kind, y, series, ...(x === null ? {} : { x }) };
  return ways.find((one) => fitting(charts, one)[0] === chart) ?? whole;
}
