import { deleteFileSource, refreshFile, type StoredFile } from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { dayTime } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { useAction } from '../../state/calls.ts';
import { tablesChanged } from '../../state/uploads.ts';
import { place } from './place.ts';

/** Where a file is refreshed from, how the last look went, and how to end it. */
export function Source({ of: { id, source } }: { readonly of: StoredFile }) {
  const text = texts();
  const action = useAction();
  if (!source) return null;
  const { url, refresh, status, error, checked_at, next_at } = source;
  const day = (at: string | null) => (at === null ? '–' : dayTime(at, locale()));
  const run = (call: typeof deleteFileSource | typeof refreshFile) =>
    action.run(async () => {
      const { service, at } = place();
      await call(service, { ...at, file_id: id });
      tablesChanged.value += 1;
    });
  return (
    <section>
      <h2>{text.source}</h2>
      <p dir="auto">{url}</p>
      <p class="meta">
        {status === 'stopped'
          ? text.refreshStopped
          : [
              text.refreshEvery[refresh],
              text.checked(day(checked_at)),
              text.next(day(next_at)),
            ].join(' · ')}
      </p>
      <Failure error={error === null ? action.error : new Error(error)} />
      <div class="row">
        {status === 'active' && (
          <Button disabled={action.isBusy} onClick={() => run(refreshFile)}>
            {text.refreshNow}
          </Button>
        )}
        <Button disabled={action.isBusy} onClick={() => run(deleteFileSource)}>
          {text.stopRefresh}
        </Button>
      </div>
    </section>
  );
}
