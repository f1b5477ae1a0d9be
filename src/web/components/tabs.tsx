import { useRef } from 'preact/hooks';

interface Tab<T extends string> {
  readonly id: T;
  readonly label: string;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  /** Null: none of them is open. */
  readonly chosen: T | null;
  /** Id of the panel, which each tab of the list controls. */
  readonly panel: string;
  readonly onChoose: (id: T) => void;
}

/** A tab list as WAI-ARIA describes it: arrows choose, Tab leaves. */
export function Tabs<T extends string>({ label, tabs, chosen, panel, onChoose }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent) {
    const isRtl = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
    const at = tabs.findIndex(({ id }) => id === chosen);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: isRtl ? at - 1 : at + 1,
      ArrowLeft: isRtl ? at + 1 : at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = steps[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }
  return (
    <div ref={list} class="tabs end" role="tablist" aria-label={label}>
      {tabs.map(({ id, label: text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${panel}-${id}`}
          data-tab={id}
          aria-selected={id === chosen}
          aria-controls={id === chosen ? panel : undefined}
          tabIndex={id === (chosen ?? tabs[0]?.id) ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={move}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
