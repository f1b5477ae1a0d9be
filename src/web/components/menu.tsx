import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** One of several of which one holds: whether it is this. */
  readonly isChosen?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly icon: IconName;
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A button with a small menu: arrows move, Esc closes and gives the focus back. */
export function Menu({ icon, label, items }: MenuProps) {
  const isOpen = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  const close = (isBack: boolean) => {
    isOpen.value = false;
    if (isBack) root.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!isOpen.value) return undefined;
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close(false);
    };
    addEventListener('pointerdown', away);
    return () => removeEventListener('pointerdown', away);
  }, [isOpen.value]);

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen.value) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(true);
    } else if (event.key === 'Tab') isOpen.value = false;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const all = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
      const at = all.indexOf(document.activeElement as HTMLElement);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      all[(at + step + all.length) % all.length]?.focus();
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside.
    <div ref={root} class="menu" onKeyDown={onKeyDown}>
      <Button
        look="bare"
        icon={icon}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      />
      {isOpen.value && (
        <div class="items" role="menu" aria-label={label}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              {...(item.isChosen === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
              tabIndex={-1}
              onClick={() => {
                close(true);
                item.onChoose();
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
              {item.isChosen && <Icon name="check" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
