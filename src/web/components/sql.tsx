import { sqlPieces } from '../format/sql.ts';

/** A statement, coloured and wrapped. */
export function Sql({ sql }: { readonly sql: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <pre dir="ltr" tabIndex={0}>
      <code>
        {sqlPieces(sql).map(({ kind, text }, at) => {
          if (kind === 'keyword') return <b key={at}>{text}</b>;
          if (kind === 'text') return <i key={at}>{text}</i>;
          return text;
        })}
      </code>
    </pre>
  );
}
