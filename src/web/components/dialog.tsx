import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  /** Where it comes from: `start` and `end` along the side (a sheet from below where it is narrow), or the middle. */
  readonly from?: 'start' | 'end' | 'middle';
  readonly children: ComponentChildren;
}

/**
 * The browser's own modal dialog: it keeps the focus, ends with Esc, and gives the focus back to its opener. A click
 * beside it closes it, too.
 */
export function Dialog({ isOpen, onClose, label, from = 'middle', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog && !dialog.open) dialog.showModal();
    else if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the browser's; the click is that beside the dialog.
    <dialog
      ref={ref}
      class={`dialog from-${from}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="inside">{isOpen && children}</div>
    </dialog>
  );
}
