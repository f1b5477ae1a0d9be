import {
  type LanguageByModel,
  type Phrase,
  type PhraseKind,
  phraseKey,
  phrasesOf,
  templatesOf,
} from '#src/texts/by-model/phrases.ts';
import { COMMON } from '#src/texts/en/common.ts';
import { Speaker, type Translations } from '#src/texts/speaker.ts';
import { pluralPlaceOf } from '#src/texts/template.ts';

/** A language as far as a model has translated it. */
export interface SpeakerByModel {
  readonly speaker: Speaker;
  /** How many phrases have a translation that is used. */
  readonly translated: number;
}

/** Renders texts by the translations of a model, which are found by `phraseKey`. */
export function speakerByModel(
  language: LanguageByModel,
  translations: ReadonlyMap<string, string>,
): SpeakerByModel {
  const phrases = Map.groupBy(phrasesOf(language), ({ kind, template }) => `${kind} ${template}`);
  const part = (kind: PhraseKind): Translations =>
    new Map(
      templatesOf(kind).map((template) => {
        const forms = phrases.get(`${kind} ${template}`);
        return [template, forms ? joined(forms, translations) : template];
      }),
    );
  const speaker = new Speaker({
    language,
    messages: new Map([...part('message'), ...listsOf(language)]),
    sentences: part('sentence'),
    labels: part('label'),
    nouns: part('noun'),
    questions: part('question'),
    reasons: part('reason'),
  });
  const translated = phrasesOf(language).filter((one) => translations.has(phraseKey(one))).length;
  return { speaker, translated };
}

/** The template of the language, from the translations of all its forms; null if one is missing. */
function joined(
  forms: readonly Phrase[],
  translations: ReadonlyMap<string, string>,
): string | null {
  const said = forms.map((one) => named(one, translations.get(phraseKey(one))));
  if (said.includes(null)) return null;
  const [first] = forms;
  const place = first!.kind === 'reason' ? null : pluralPlaceOf(first!.template);
  if (place === null) return said[0]!;
  return `{${place}, plural, ${forms.map(({ form }, at) => `${form} {${said[at]}}`).join(' ')}}`;
}

/** `{2} von {1}` → `{n} von {label}`, with the spaces that the English text has around it. */
function named({ kind, template, places }: Phrase, said: string | undefined): string | null {
  if (said === undefined) return null;
  const text = said.trim().replace(/\{(\d+)\}/g, (_, number) => `{${places[Number(number) - 1]}}`);
  return kind === 'reason' ? text : template.replace(/\S(?:.*\S)?/su, () => text);
}

/** How lists are joined, by the rules of the language (Unicode CLDR). */
function listsOf(language: LanguageByModel): readonly (readonly [string, string])[] {
  const joining = (type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(language, { type }).format(['{first}', '{last}']);
  const comma = COMMAS[language] ?? COMMON.comma;
  return [
    [COMMON.and, joining('conjunction')],
    [COMMON.or, joining('disjunction')],
    [COMMON.comma, comma],
  ];
}

const COMMAS: Readonly<Partial<Record<LanguageByModel, string>>> = { ja: '、', zh: '、', ar: '، ' };
