import { fold } from '#src/catalog/fold.ts';

/** Languages whose names of countries, languages and currencies are known: those of the Unicode CLDR that ICU carries. */
const LOCALES =
  'en de fr es it pt nl pl cs sk sl hr sr bs mk sq hu ro bg el tr ru uk be lt lv et fi sv da nb is ga ca eu gl az ka hy kk he ar fa ur hi bn mr ta te th vi id ms fil sw af zh zh-Hant ja ko'.split(
    ' ',
  );
/** Languages that the values of data are recognised in. */
const LOCALES_OF_VALUES = 'en de fr es it pt nl pl'.split(' ');
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

type Kind = 'region' | 'language' | 'currency';
interface Code {
  readonly kind: Kind;
  readonly code: string;
}

let codesByName: ReadonlyMap<string, readonly Code[]> | null = null;
const translations = new Map<string, readonly string[]>();

/**
 * What a country or currency of the data is called in other languages, folded: `germany` → `deutschland`, `niemcy`, and
 * the name of its main language, which its adjective is mostly made of. Empty for any other text. Source: Unicode CLDR,
 * by `Intl.DisplayNames`.
 */
export function translatedNames(value: string): readonly string[] {
  codesByName ??= codesOfValues();
  return (codesByName.get(fold(value)) ?? []).flatMap(namesOf);
}

function namesOf({ kind, code }: Code): readonly string[] {
  const found = translations.get(code) ?? [
    ...new Set(LOCALES.flatMap((at) => namesIn(at, kind, code))),
  ];
  translations.set(code, found);
  return found;
}

function namesIn(locale: string, kind: Kind, code: string): readonly string[] {
  const language = kind === 'region' ? languageOf(code) : null;
  const names = [
    display(locale, kind).of(code),
    language === null ? undefined : display(locale, 'language').of(language),
  ];
  return names.flatMap((name) => (name === undefined ? [] : fold(name)));
}

function codesOfValues(): ReadonlyMap<string, readonly Code[]> {
  const english = display('en', 'region');
  const codes: readonly Code[] = [
    ...PAIRS.filter((code) => english.of(code) !== undefined).map((code) => ({
      kind: 'region' as const,
      code,
    })),
    ...Intl.supportedValuesOf('currency').map((code) => ({ kind: 'currency' as const, code })),
  ];
  const named = codes.flatMap((code) => {
    const shown = LOCALES_OF_VALUES.map((locale) => display(locale, code.kind).of(code.code));
    const short = code.kind === 'currency' ? [code.code] : [];
    const names = [...shown, ...short].flatMap((name) => (name === undefined ? [] : fold(name)));
    return [...new Set(names)].map((name) => ({ name, code }));
  });
  const byName = Map.groupBy(named, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ code }) => code)]));
}

const displays = new Map<string, Intl.DisplayNames>();

function display(locale: string, type: Kind): Intl.DisplayNames {
  const key = `${locale} ${type}`;
  const known = displays.get(key) ?? new Intl.DisplayNames([locale], { type, fallback: 'none' });
  displays.set(key, known);
  return known;
}

/** The language that most people of a region speak; null where ICU knows none. */
function languageOf(region: string): string | null {
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return language === 'und' || language === undefined ? null : language;
}
