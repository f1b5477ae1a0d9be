import { listFiles } from '../../api/data.ts';
import { Choice } from '../../components/field.tsx';
import { texts } from '../../i18n/data.ts';
import { useLoaded } from '../../state/calls.ts';
import { sendTo, tablesChanged, type Upload } from '../../state/uploads.ts';
import { place } from './place.ts';

const ITS_OWN = '';

/** Where the rows of an upload go: a file of their own, or behind those of one that is stored. */
export function Destination({ of: { id, appendTo } }: { readonly of: Upload }) {
  const text = texts();
  const found = useLoaded(
    (signal) => {
      const { service, at } = place();
      return listFiles(service, at, { signal });
    },
    [tablesChanged.value],
  );
  const files = found.value?.files.filter(({ status }) => status === 'ready') ?? [];
  if (files.length === 0) return null;
  return (
    <Choice
      label={text.destination}
      note={appendTo === null ? undefined : text.appendNote}
      value={String(appendTo ?? ITS_OWN)}
      options={[
        [ITS_OWN, text.itsOwn],
        ...files.map((file) => [String(file.id), text.behind(file.filename)] as const),
      ]}
      onChoose={(chosen) => sendTo(id, chosen === ITS_OWN ? null : Number(chosen))}
    />
  );
}
