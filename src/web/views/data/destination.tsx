import { useId } from 'preact/hooks';
import { getSchema, listFiles, type StoredFile, type UploadPreview } from '../../api/data.ts';
import { texts } from '../../i18n/data.ts';
import { useLoaded } from '../../state/calls.ts';
import { sendTo, tablesChanged, type Upload } from '../../state/uploads.ts';
import { orNull } from './overview.tsx';
import { place } from './place.ts';

/** Files that are offered, the newest first: more are chosen on the page of a file. */
const OFFERED = 4;

/** Stored files that an upload may be more rows of: those of its name, and those with its columns. */
function alike(
  files: readonly StoredFile[],
  columnsOf: ReadonlyMap<string, string>,
  { filename, tables }: UploadPreview,
): readonly StoredFile[] {
  const shapes = new Set(tables.map(({ columns }) => shapeOf(columns.map(({ name }) => name))));
  return files
    .filter(({ status }) => status === 'ready')
    .filter(
      (file) =>
        file.filename === filename ||
        file.tables.some(({ table_name }) => shapes.has(columnsOf.get(table_name) ?? '')),
    )
    .toReversed()
    .slice(0, OFFERED);
}

const shapeOf = (names: readonly string[]) => JSON.stringify(names.toSorted());

/** Where the rows of an upload go, where it looks like a file that is stored: a file of their own, or behind its rows. */
export function Destination({ of: upload }: { readonly of: Upload }) {
  const text = texts();
  const name = useId();
  const { id, appendTo, preview, name: called, state } = upload;
  const found = useLoaded(
    async (signal) => {
      const { service, at } = place();
      const { files } = await listFiles(service, at, { signal });
      const schema = files.length > 0 ? await orNull(getSchema(service, at, { signal })) : null;
      return { files, tables: schema?.tables ?? [] };
    },
    [tablesChanged.value],
  );
  if (!found.value || !preview) return null;
  const columnsOf = new Map(
    found.value.tables.map(({ table_name, columns }) => [
      table_name,
      shapeOf(columns.map((column) => column.name)),
    ]),
  );
  // What it has just become is no other file.
  const own =
    state.kind === 'ready' && !state.manifest.replaced ? state.manifest.file_id : undefined;
  const others = alike(found.value.files, columnsOf, preview).filter((one) => one.id !== own);
  if (others.length === 0) return null;
  const isNamed = found.value.files.some((one) => one.filename === called && one.id !== own);
  const options: readonly (readonly [to: number | null, label: string])[] = [
    [null, isNamed ? text.asVersion(called) : text.asFile],
    ...others.map((one) => [one.id, text.behind(one.filename)] as const),
  ];
  return (
    <fieldset class="ways-to">
      <legend>{text.destination}</legend>
      {options.map(([to, label]) => (
        <label key={to} class="switch">
          <input
            type="radio"
            name={name}
            checked={appendTo === to}
            onChange={() => sendTo(id, to)}
          />
          <span dir="auto">{label}</span>
        </label>
      ))}
      {appendTo !== null && <p class="meta">{text.appendNote}</p>}
    </fieldset>
  );
}
