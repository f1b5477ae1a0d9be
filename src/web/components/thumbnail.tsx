interface ThumbnailProps {
  readonly kind: 'line' | 'columns' | 'bars';
  /** One list of values a line; of columns and bars the first alone is drawn. */
  readonly series: readonly (readonly number[])[];
}

const WIDTH = 96;
const HEIGHT = 44;

/** A preview of 96 × 44 without words: the real values from zero, no scale. */
export function Thumbnail({ kind, series }: ThumbnailProps) {
  const all = series.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const along = (value: number, size: number) => ((value - low) / (high - low || 1)) * size;
  const lineOf = (values: readonly number[]) =>
    `M${values
      .map((value, at) => {
        const x = (at * WIDTH) / Math.max(1, values.length - 1);
        return `${x.toFixed(1)} ${(HEIGHT - 1 - along(value, HEIGHT - 3)).toFixed(1)}`;
      })
      .join('L')}`;
  const bars = series[0] ?? [];
  const isFlat = kind === 'bars';
  const step = (isFlat ? HEIGHT : WIDTH) / bars.length;
  const barOf = (value: number, at: number) => {
    const zero = along(0, isFlat ? WIDTH : HEIGHT - 2);
    const end = along(value, isFlat ? WIDTH : HEIGHT - 2);
    const [from, size] = [Math.min(zero, end), Math.abs(end - zero)];
    return isFlat
      ? { x: from, y: at * step, width: size, height: step - 2.5 }
      : { x: at * step, y: HEIGHT - from - size, width: step - 2, height: size };
  };
  return (
    <svg
      class="mini"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      {kind === 'line'
        ? series.map((values, at) => <path key={at} class={`s${at + 1}`} d={lineOf(values)} />)
        : bars.map((value, at) => (
            <rect key={at} rx={1} class={value < 0 ? 'less' : undefined} {...barOf(value, at)} />
          ))}
    </svg>
  );
}
