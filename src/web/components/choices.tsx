import { Icon, type IconName } from './icon.tsx';

export interface ChoiceButton {
  readonly label: string;
  readonly icon?: IconName;
  readonly onChoose: () => void;
}

/** Ways on, one click each; their numbers are keys in a focused card. */
export function Choices({ choices }: { readonly choices: readonly ChoiceButton[] }) {
  return (
    <div class="choices">
      {choices.map(({ label, icon = 'next', onChoose }, at) => (
        <button key={label} type="button" class="opt" data-choice={at + 1} onClick={onChoose}>
          <Icon name={icon} />
          <span dir="auto">{label}</span>
          {at < 9 && <kbd>{at + 1}</kbd>}
        </button>
      ))}
    </div>
  );
}
