import { useSignal } from '@preact/signals';
import { h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ChartData, ChartNode } from '#src/charts/types.ts';
import { locale } from '../i18n/index.ts';

type Drawing = typeof import('#src/charts/index.ts');
let drawing: Drawing | null = null;
let loading: Promise<Drawing> | null = null;

/** Loads what draws, ahead of the first chart. */
export function loadCharts(): Promise<Drawing> {
  loading ??= import('#src/charts/index.ts').then((made) => {
    drawing = made;
    return made;
  });
  return loading;
}

interface ChartProps {
  readonly data: ChartData;
  /** The picture cannot be drawn: the table shows the answer then. */
  readonly onFailure?: () => void;
  /** A mark was clicked: its row of the result. */
  readonly onRow?: (row: number) => void;
}

/** The picture of an answer, as wide as its place; drawn again where that changes. */
export function ChartFigure({ data, onFailure, onRow }: ChartProps) {
  const place = useRef<HTMLElement>(null);
  const width = useSignal(0);
  const isLoaded = useSignal(drawing !== null);
  useLayoutEffect(() => {
    const figure = place.current;
    if (!figure) return undefined;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(figure);
      width.value = Math.floor(
        figure.clientWidth -
          Number.parseFloat(paddingInlineStart) -
          Number.parseFloat(paddingInlineEnd),
      );
    };
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(figure);
    return () => watching.disconnect();
  }, []);
  const tip = useSignal<{ readonly text: string; readonly x: number; readonly y: number } | null>(
    null,
  );
  const picture = useMemo(
    () => (isLoaded.value && width.value > 0 ? draw(data, width.value, onFailure) : null),
    [data, width.value, isLoaded.value, locale()],
  );
  useEffect(() => {
    if (!isLoaded.peek())
      loadCharts().then(
        () => {
          isLoaded.value = true;
        },
        () => onFailure?.(),
      );
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button below the chart gives the same steps.
    <figure
      ref={place}
      class={`${isLoaded.value ? 'chart' : 'chart due'}${onRow ? ' live' : ''}`}
      onClick={(event) => {
        const row = markAt(event, 'data-row');
        if (row !== null) onRow?.(Number(row));
      }}
      onPointerMove={(event) => {
        const text = markAt(event, 'data-tip');
        const box = event.currentTarget.getBoundingClientRect();
        tip.value =
          text === null ? null : { text, x: event.clientX - box.left, y: event.clientY - box.top };
      }}
      onPointerLeave={() => {
        tip.value = null;
      }}
    >
      {picture}
      {tip.value && (
        <div
          class={tip.value.x > width.value / 2 ? 'tip num before' : 'tip num'}
          aria-hidden="true"
          style={{ left: `${tip.value.x}px`, top: `${tip.value.y}px` }}
        >
          {tip.value.text}
        </div>
      )}
    </figure>
  );
}

/** What the mark under the pointer says; null where there is none. */
function markAt({ target }: MouseEvent, name: string): string | null {
  const mark = target instanceof Element ? target.closest(`[${name}]`) : null;
  return mark?.getAttribute(name) ?? null;
}

/** The same with its hints as attributes: the page shows them at once, where a browser waits. */
function withTips(node: ChartNode): ChartNode {
  const tips: string[] = [];
  const children = node.children.flatMap((child) => {
    if (typeof child === 'string') return child;
    if (child.tag !== 'title') return withTips(child);
    tips.push(...child.children.filter((text) => typeof text === 'string'));
    return [];
  });
  const [tip] = tips;
  return { ...node, children, attrs: tip ? { ...node.attrs, 'data-tip': tip } : node.attrs };
}

function draw(data: ChartData, width: number, onFailure?: () => void): VNode | null {
  if (!drawing) return null;
  try {
    const { root } = drawing.drawChart(data, { width, lang: locale(), theme: 'css' });
    return drawing.toElements<VNode>(withTips(root), (tag, attrs, ...children) =>
      h(tag, attrs, ...children),
    );
  } catch {
    // A chart of a newer service, or one that does not fit its result.
    onFailure?.();
    return null;
  }
}
