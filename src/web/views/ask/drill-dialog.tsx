import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Cell } from '#src/charts/types.ts';
import type { DrillTargets } from '../../api/drill.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice } from '../../components/field.tsx';
import { drillTexts } from '../../i18n/drill.ts';
import { words } from '../../i18n/index.ts';
import { type DrillCells, type DrillTo, takeStep, targetsOf } from '../../state/drill.ts';
import type { Turn } from '../../state/thread.ts';
import type { AnswerView } from './answer-view.ts';

interface DrillDialogProps {
  readonly turn: Turn;
  readonly about: AnswerView;
  /** The row that was chosen; null for the whole answer, or one that is chosen here. */
  readonly row: readonly Cell[] | null;
  readonly onClose: () => void;
}

/** Rows that can be chosen from here. */
const MOST_ROWS = 200;
const WHOLE = '';
const FIRST = '0';

/** What can be seen behind a row of an answer, or behind all of it: each choice is a step of the chat. */
export function DrillDialog({ turn, about, row, onClose }: DrillDialogProps) {
  const text = drillTexts();
  const targets = useSignal<DrillTargets | null>(null);
  const failure = useSignal<string | null>(null);
  const chosen = useSignal(WHOLE);
  useEffect(() => {
    targetsOf(turn.traceId ?? '').then(
      (found) => {
        targets.value = found;
        if (!found.whole) chosen.value = FIRST;
      },
      (error: unknown) => {
        failure.value = error instanceof Error ? error.message : String(error);
      },
    );
  }, [turn.traceId]);
  const all = turn.answer.result?.rows ?? [];
  const offered = targets.value;
  const at = row ?? (chosen.value === WHOLE ? null : (all[Number(chosen.value)] ?? null));
  const groups = offered ? groupsOf(offered, about, at) : [];
  const title = row && groups.length > 0 ? groups.map(({ said }) => said).join(', ') : text.title;
  return (
    <Dialog isOpen onClose={onClose} label={title}>
      <h2 dir="auto">{title}</h2>
      {!offered && failure.value === null && <p class="meta">{text.loading}</p>}
      {failure.value !== null && (
        <p class="meta note" role="alert" lang="en">
          {failure.value}
        </p>
      )}
      {offered?.reason && (
        <p class="meta note" lang="en">
          {offered.reason}
        </p>
      )}
      {offered && !offered.reason && (
        <>
          {row === null && offered.row && (
            <div class="form">
              <Choice
                label={text.which}
                value={chosen.value}
                options={[
                  ...(offered.whole ? [[WHOLE, text.all] as const] : []),
                  ...all
                    .slice(0, MOST_ROWS)
                    .map((one, place) => [String(place), labelOf(offered, about, one)] as const),
                ]}
                onChoose={(next) => {
                  chosen.value = next;
                }}
              />
            </div>
          )}
          <Steps
            turn={turn}
            offered={offered}
            groups={groups}
            isRow={at !== null}
            isCut={isCut(turn, offered, at)}
            onClose={onClose}
          />
        </>
      )}
      <div class="row">
        <Button onClick={onClose}>{words().cancel}</Button>
      </div>
    </Dialog>
  );
}

interface Group {
  readonly column: string;
  readonly value: Cell;
  /** As the table shows it. */
  readonly said: string;
}

interface StepsProps {
  readonly turn: Turn;
  readonly offered: DrillTargets;
  readonly groups: readonly Group[];
  readonly isRow: boolean;
  readonly isCut: boolean;
  readonly onClose: () => void;
}

function Steps({ turn, offered, groups, isRow, isCut, onClose }: StepsProps) {
  const text = drillTexts();
  if (isCut) return <p class="meta note">{text.cut}</p>;
  const from = isRow ? offered.row : offered.whole;
  if (!from) return <p class="meta note">{text.none}</p>;
  const values: DrillCells = groups.map(({ column, value }) => ({ column, value }));
  const take = (to: DrillTo, cells: DrillCells, said: string) => () => {
    onClose();
    void takeStep(turn, cells, to, said);
  };
  const units: Readonly<Record<string, string>> = text.units;
  return (
    <div class="column-acts">
      {groups.map(({ column, value, said }) => (
        <Button
          key={column}
          onClick={take({ show: 'figure' }, [{ column, value }], text.only(said))}
        >
          {text.only(said)}
        </Button>
      ))}
      {from.breakdowns.map(({ table, column, unit, label }) => {
        const said = text.by(unit === null ? label : (units[unit] ?? unit));
        const by = { table, column, unit };
        return (
          <Button key={said} onClick={take({ by }, values, said)}>
            {said}
          </Button>
        );
      })}
      <Button onClick={take({ show: 'rows' }, values, text.rows)}>{text.rows}</Button>
    </div>
  );
}

function groupsOf(
  { row: told }: DrillTargets,
  { formats }: AnswerView,
  row: readonly Cell[] | null,
): readonly Group[] {
  if (row === null || !told) return [];
  return told.groups.map((column) => {
    const at = formats.findIndex(({ info }) => info.name === column);
    const value = row[at] ?? null;
    const said = value === null ? words().table.empty : (formats[at]?.text(value) ?? String(value));
    return { column, value, said };
  });
}

const labelOf = (offered: DrillTargets, about: AnswerView, row: readonly Cell[]): string =>
  groupsOf(offered, about, row)
    .map(({ said }) => said)
    .join(', ');

/** Whether only the beginning of a cell that tells the row is here. */
function isCut(turn: Turn, { row: told }: DrillTargets, row: readonly Cell[] | null): boolean {
  const { result } = turn.answer;
  if (!result || row === null) return false;
  const at = result.rows.indexOf(row as (typeof result.rows)[number]);
  return (result.cut_cells ?? []).some(
    (one) => one.row === at && told?.groups.includes(result.columns[one.column] ?? ''),
  );
}
