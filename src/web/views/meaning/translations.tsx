import { useSignal } from '@preact/signals';
import { listTextTranslations, type TextTranslations } from '../../api/meaning.ts';
import { Choice } from '../../components/field.tsx';
import { Records } from '../../components/records.tsx';
import { locale } from '../../i18n/index.ts';
import { texts } from '../../i18n/meaning.ts';
import { useLoaded } from '../../state/calls.ts';
import { Waiting } from '../listing.tsx';
import { here } from './here.ts';

type Language = TextTranslations['language'];
const LANGUAGES: readonly Language[] = ['fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'zh', 'ar', 'hi'];

/** The texts of answers in languages that the workspace's model translates, as it translated them. */
export function Translations() {
  const text = texts();
  const language = useSignal<Language>('fr');
  const found = useLoaded(
    (signal) => {
      const { service, at } = here();
      return listTextTranslations(service, { ...at, language: language.value }, { signal });
    },
    [language.value],
  );
  const names = new Intl.DisplayNames(locale(), { type: 'language' });
  const shown = found.value;
  if (!shown) return <Waiting on={found} />;
  return (
    <>
      <p class="meta">{text.translationsLead}</p>
      {shown.model !== null && (
        <div class="row filters part">
          <Choice
            label={text.language}
            value={language.value}
            options={LANGUAGES.map((one) => [one, names.of(one) ?? one] as const)}
            onChoose={(chosen) => {
              language.value = chosen;
            }}
          />
          <p class="meta" role="status">
            {text.translated(shown.translated, shown.total, shown.model)}
          </p>
        </div>
      )}
      <Records
        label={text.tabs.translations}
        records={shown.texts}
        keyOf={({ kind, english, plural_form: form }) => `${kind} ${english} ${form}`}
        empty={text.noTranslations}
        columns={[
          { heading: text.english, cell: ({ english }) => <span lang="en">{english}</span> },
          {
            heading: text.translation,
            cell: ({ translation, fault }) =>
              translation === null ? (
                <span class="meta">{fault === null ? text.notYet : text.faults[fault]}</span>
              ) : (
                <span lang={shown.language}>{translation}</span>
              ),
          },
        ]}
      />
    </>
  );
}
