import type { Relationship, SchemaTable } from '../../api/data.ts';
import { texts } from '../../i18n/data.ts';

const ROW = 36;
const BOX = 200;
const GAP = 120;
const WIDTH = 3 * BOX + 2 * GAP;
const LETTERS = 24;

const short = (name: string): string =>
  name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name;

interface LinksProps {
  readonly of: SchemaTable;
  readonly all: readonly Relationship[];
}

/** Keys of a table, drawn: who points here at the left, where it points to at the right; the same as a list. */
export function Links({ of, all }: LinksProps) {
  const text = texts();
  const name = of.table_name;
  const incoming = all.filter(({ to, from }) => to.table === name && from.table !== name);
  const outgoing = all.filter(({ from }) => from.table === name);
  if (incoming.length + outgoing.length === 0) return <p class="meta">{text.noLinks}</p>;
  const height = Math.max(incoming.length, outgoing.length, 1) * ROW;
  const middle = height / 2;
  const said = [...incoming, ...outgoing].map(({ from, to, source }) => {
    const one = text.linkText(
      `${from.table}.${from.columns.join('+')}`,
      `${to.table}.${to.columns.join('+')}`,
    );
    return source === 'inferred' ? `${one} (${text.guessed})` : one;
  });
  const side = (links: readonly Relationship[], isLeft: boolean) =>
    links.map((link, at) => {
      const y = (at + 0.5) * (height / links.length);
      const other = isLeft ? link.from : link.to;
      const x = isLeft ? 0 : BOX * 2 + GAP * 2;
      const [begin, end] = isLeft ? [BOX, BOX + GAP] : [BOX * 2 + GAP, BOX * 2 + GAP * 2];
      const [from, to] = isLeft ? [y, middle] : [middle, y];
      const bend = (begin + end) / 2;
      return (
        <g key={`${other.table} ${other.columns} ${link.from.columns}`}>
          <path
            class={link.source === 'inferred' ? 'guess' : ''}
            d={`M${begin} ${from}C${bend} ${from} ${bend} ${to} ${end} ${to}`}
          />
          <rect x={x + 0.5} y={y - 14} width={BOX - 1} height={28} rx={6} />
          <text x={x + 12} y={y + 4}>
            {short(`${other.table}.${other.columns.join('+')}`)}
          </text>
        </g>
      );
    });
  return (
    <>
      <svg
        class="links wide"
        viewBox={`0 -1 ${WIDTH} ${height + 2}`}
        role="img"
        aria-label={said.join('; ')}
      >
        {side(incoming, true)}
        {side(outgoing, false)}
        <rect class="self" x={BOX + GAP} y={middle - 14} width={BOX} height={28} rx={6} />
        <text class="self" x={BOX + GAP + 12} y={middle + 4}>
          {short(name)}
        </text>
      </svg>
      <ul class="notes">
        {said.map((one) => (
          <li key={one} class="meta" dir="auto">
            {one}
          </li>
        ))}
      </ul>
    </>
  );
}
