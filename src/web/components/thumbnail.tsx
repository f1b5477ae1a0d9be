interface ThumbnailProps {
  readonly kind: 'line' | 'columns' | 'bars';
  readonly values: readonly number[];
}

const WIDTH = 96;
const HEIGHT = 44;

/** A preview of 96 × 44 without words: the real values from zero, no scale. */
export function Thumbnail({ kind, values }: ThumbnailProps) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const along = (value: number, size: number) => ((value - low) / (high - low || 1)) * size;
  const step = (kind === 'columns' ? WIDTH : HEIGHT) / values.length;
  return (
    <svg
      class="mini"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      {kind === 'line' ? (
        <path
          d={`M${values
            .map((value, at) => {
              const x = (at * WIDTH) / Math.max(1, values.length - 1);
              return `${x.toFixed(1)} ${(HEIGHT - 1 - along(value, HEIGHT - 3)).toFixed(1)}`;
            })
            .join('L')}`}
        />
      ) : (
        values.map((value, at) => {
          const [zero, end] = [0, value].map((one) =>
            along(one, kind === 'bars' ? WIDTH : HEIGHT - 2),
          );
          const from = Math.min(zero ?? 0, end ?? 0);
          const size = Math.abs((end ?? 0) - (zero ?? 0));
          const bar = { rx: 1, class: value < 0 ? 'less' : undefined };
          return kind === 'bars' ? (
            <rect key={at} x={from} y={at * step} width={size} height={step - 2.5} {...bar} />
          ) : (
            <rect
              key={at}
              x={at * step}
              y={HEIGHT - from - size}
              width={step - 2}
              height={size}
              {...bar}
            />
          );
        })
      )}
    </svg>
  );
}
