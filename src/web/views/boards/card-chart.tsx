import type { ChartSettings } from '#src/charts/types.ts';
import { type SavedQuestion, updateSaved } from '../../api/saved.ts';
import { useAction } from '../../state/calls.ts';
import { ChartEditor } from '../chart-editor.tsx';
import { place } from '../data/place.ts';

interface CardChartProps {
  readonly saved: SavedQuestion;
  readonly onClose: () => void;
  readonly onSaved: (id: string, as: (saved: SavedQuestion) => SavedQuestion) => void;
}

/** Edits how a card is drawn, for everybody who reads it. */
export function CardChart({ saved, onClose, onSaved }: CardChartProps) {
  const action = useAction();
  const { id, result } = saved;
  if (!result?.chart) return null;
  const data = { chart: result.chart, columns: result.columns_info ?? [], rows: result.rows };
  const set = async (chart: ChartSettings | null) => {
    const { service, at } = place();
    const made = await updateSaved(service, { ...at, saved_id: id, body: { chart } });
    // The rows on screen may be those that filters leave.
    onSaved(id, (now) => ({ ...now, chart: made.chart }));
    onClose();
  };
  return (
    <ChartEditor
      data={data}
      settings={saved.chart}
      hasTable
      action={action}
      onSet={(chart) => action.run(() => set(chart))}
      onClose={onClose}
    />
  );
}
