import { countText } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';

interface NotesProps {
  readonly of: readonly {
    readonly sheet_name: string;
    readonly row?: number;
    readonly column?: string;
    readonly note: string;
  }[];
}

/** More are folded. */
const OPEN = 6;

/** What was noticed while the file was read, in the words of the service. */
export function Notes({ of }: NotesProps) {
  const text = texts();
  if (of.length === 0) return <p class="meta">{text.noNotes}</p>;
  return (
    <details open={of.length <= OPEN}>
      <summary>
        {text.noted} ({countText(of.length, locale())})
      </summary>
      <ul class="notes">
        {of.map(({ sheet_name, row, column, note }) => (
          <li key={`${sheet_name} ${row} ${column} ${note}`}>
            <small class="meta">{text.noteAt(sheet_name, row, column)}</small>
            <span dir="auto" lang="en">
              {note}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
