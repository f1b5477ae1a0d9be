import type { ComponentChildren } from 'preact';

export interface RecordColumn<R> {
  readonly heading: string;
  /** Numbers: end-aligned, of one width. */
  readonly isNumber?: boolean;
  /** A column of buttons: its heading is there for screen readers alone. */
  readonly isActions?: boolean;
  readonly cell: (record: R) => ComponentChildren;
}

export interface RecordsProps<R> {
  /** Names the region: what the records are. */
  readonly label: string;
  readonly columns: readonly RecordColumn<R>[];
  readonly records: readonly R[];
  readonly keyOf: (record: R) => string | number;
  /** Said where there are none. */
  readonly empty: string;
  /** Opens below a record, over its whole width. */
  readonly below?: (record: R) => ComponentChildren;
}

/** Things that are managed, one a row: a native table that scrolls by itself where it is too narrow for it. */
export function Records<R>({ label, columns, records, keyOf, empty, below }: RecordsProps<R>) {
  if (records.length === 0) return <p class="meta none">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section class="records card" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ heading, isNumber, isActions }) => (
              <th key={heading} scope="col" class={isNumber ? 'n' : undefined}>
                {isActions ? <span class="vh">{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const more = below?.(record);
            return [
              <tr key={keyOf(record)}>
                {columns.map(({ heading, isNumber, isActions, cell }) => (
                  <td
                    key={heading}
                    class={isNumber ? 'n' : isActions ? 'acts' : undefined}
                    dir={isNumber || isActions ? undefined : 'auto'}
                  >
                    {cell(record)}
                  </td>
                ))}
              </tr>,
              more && (
                <tr key={`${keyOf(record)}-below`} class="below">
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </section>
  );
}
