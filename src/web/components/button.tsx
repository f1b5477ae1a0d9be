import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<JSX.IntrinsicElements['button'], 'icon' | 'class' | 'type'> {
  readonly icon?: IconName;
  /** `primary`: what the screen is for; `bare`: without a border. */
  readonly look?: 'plain' | 'primary' | 'bare';
  /** More classes. */
  readonly also?: string;
  readonly submits?: boolean;
  readonly children?: ComponentChildren;
}

/** A button with a text, or with an icon alone, whose name is then its `aria-label` and tooltip. */
export function Button({
  icon,
  look = 'plain',
  also = '',
  submits = false,
  children,
  ...rest
}: ButtonProps) {
  const label = rest['aria-label'];
  const classes = ['btn', look === 'plain' ? '' : look, children ? '' : 'icon', also];
  return (
    <button
      type={submits ? 'submit' : 'button'}
      class={classes.filter(Boolean).join(' ')}
      {...(label && !children ? { title: String(label) } : {})}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
