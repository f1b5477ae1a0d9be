import { useSignal } from '@preact/signals';
import { h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChartData, ChartKind } from '#src/charts/types.ts';
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

/** What kinds of charts are called; null until what draws them is here. */
export const chartNames = (lang: string): Readonly<Record<ChartKind, string>> | null =>
  drawing?.wordsOf(lang).kinds ?? null;

interface ChartProps {
  readonly data: ChartData;
  /** The picture cannot be drawn: the table shows the answer then. */
  readonly onFailure?: () => void;
}

/** The picture of an answer, as wide as its place; drawn again where that changes. */
export function ChartFigure({ data, onFailure }: ChartProps) {
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
    <figure ref={place} class={isLoaded.value ? 'chart' : 'chart due'}>
      {isLoaded.value && width.value > 0 && draw(data, width.value, onFailure)}
    </figure>
  );
}

function draw(data: ChartData, width: number, onFailure?: () => void): VNode | null {
  if (!drawing) return null;
  try {
    const { root } = drawing.drawChart(data, { width, lang: locale(), theme: 'css' });
    return drawing.toElements<VNode>(root, (tag, attrs, ...children) => h(tag, attrs, ...children));
  } catch {
    // A chart of a newer service, or one that does not fit its result.
    onFailure?.();
    return null;
  }
}
