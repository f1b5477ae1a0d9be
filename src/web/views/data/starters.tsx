import { useLocation } from 'preact-iso/router';
import { listSuggestions } from '../../api/data.ts';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../../i18n/data.ts';
import { useLoaded } from '../../state/calls.ts';
import { ask, openNew } from '../../state/conversation.ts';
import { tablesChanged } from '../../state/uploads.ts';
import { place } from './place.ts';

/** What a table can be asked first, a click each; nothing while that is not known. */
export function Starters({ table }: { readonly table: string }) {
  const text = texts();
  const { route } = useLocation();
  const found = useLoaded(
    (signal) => {
      const { service, at } = place();
      return listSuggestions(service, { ...at, table }, { signal });
    },
    [table, tablesChanged.value],
  );
  const questions = found.value?.suggestions ?? [];
  if (questions.length === 0) return null;
  return (
    <section>
      <h2>{text.askFirst}</h2>
      <div class="choices">
        {questions.map((question) => (
          <button
            key={question}
            type="button"
            class="opt"
            onClick={() => {
              openNew();
              ask(question);
              route('/');
            }}
          >
            <Icon name="ask" />
            <span dir="auto" lang="en">
              {question}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
