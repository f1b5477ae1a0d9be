import { words } from '../i18n/index.ts';
import { Icon, type IconName } from './icon.tsx';

/** What a chip can say, with its colour and mark. */
const LOOKS = {
  verified: ['verified', 'seal'],
  checked: ['checked', 'check'],
  marked: ['error', 'bad'],
  warning: ['warning', 'warning'],
  failed: ['error', 'warning'],
  declined: ['declined', 'no'],
  clarify: ['clarify', 'question'],
  catalog: ['declined', 'data'],
  ownSql: ['clarify', 'edit'],
  pending: ['pending', null],
  partial: ['declined', 'no'],
  error: ['error', 'warning'],
  budget: ['warning', 'warning'],
  permission: ['declined', 'key'],
  busy: ['declined', 'no'],
  noData: ['declined', 'data'],
  stopped: ['declined', 'stop'],
  empty: ['declined', 'no'],
  offline: ['declined', 'offline'],
} as const satisfies Readonly<Record<string, readonly [string, IconName | null]>>;

export type VerdictLook = keyof typeof LOOKS;

interface VerdictProps {
  readonly look: VerdictLook;
  /** In the place of its usual text. */
  readonly text?: string;
  /** Opens the proof; a chip without it is no button. */
  readonly onOpen?: () => void;
}

/** The chip that says how far an answer can be relied on. */
export function Verdict({ look, text, onOpen }: VerdictProps) {
  const [colour, icon] = LOOKS[look];
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {text ?? words().verdict[look]}
    </>
  );
  if (!onOpen) return <span class={`verdict v-${colour}`}>{content}</span>;
  return (
    <button
      type="button"
      class={`verdict v-${colour}`}
      aria-haspopup="dialog"
      title={words().proof.title}
      onClick={onOpen}
    >
      {content}
    </button>
  );
}
