import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../../i18n/index.ts';
import { chartOf, stateOf, type Turn } from '../../state/thread.ts';

const WORKING_MS = 800;

interface AnnouncerProps {
  readonly running: string | null;
  readonly turns: readonly Turn[];
}

/** The one polite region: that it takes a while, and at the end, once, what came of the question. */
export function Announcer({ running, turns }: AnnouncerProps) {
  const said = useSignal('');
  const before = useRef<string | null>(null);
  useEffect(() => {
    const ended = before.current;
    before.current = running;
    if (running !== null) {
      said.value = '';
      const timer = setTimeout(() => {
        said.value = words().thread.working;
      }, WORKING_MS);
      return () => clearTimeout(timer);
    }
    const turn = turns.find(({ id }) => id === ended);
    if (turn) said.value = outcomeOf(turn);
    return undefined;
  }, [running]);
  return (
    <div class="vh" aria-live="polite">
      {said.value}
    </div>
  );
}

/** Verdict, sentence, `34 rows, chart: line`; the choices, where there are some. */
function outcomeOf(turn: Turn): string {
  const text = words();
  const state = stateOf(turn);
  switch (state.kind) {
    case 'answer':
    case 'empty': {
      const { result, explanation } = turn.answer;
      const count = result?.total_rows ?? result?.rows.length ?? 0;
      const chart = chartOf(turn);
      const shape = [
        result ? text.answer.rows(String(count)) : '',
        chart ? `${text.answer.chart}: ${chart.chart.kind}` : '',
      ].filter(Boolean);
      return [`${text.verdict[state.verdict]}.`, explanation, shape.join(', ')]
        .filter(Boolean)
        .join(' ');
    }
    case 'clarify':
      return [
        text.verdict.clarify,
        state.question,
        state.choices.map(({ label }, at) => `${at + 1}: ${label}`).join(', '),
      ].join(' ');
    case 'declined':
      return [
        `${text.verdict.declined}.`,
        state.reason,
        state.choices.map(({ label }, at) => `${at + 1}: ${label}`).join(', '),
      ].join(' ');
    case 'stopped':
      return text.says.stopped;
    default:
      // Told by the card itself, which is an alert.
      return '';
  }
}
