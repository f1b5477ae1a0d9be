import { NUMBER_WORDS as ENGLISH, SCALES as ENGLISH_SCALES } from '#src/language/en/numbers.ts';
import type { Language } from '#src/language/recognise.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

type Table = Readonly<Record<string, number>>;

const LANGUAGES: readonly Language[] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

const byLanguage = (tables: Readonly<Record<Language, Table>>): Readonly<Record<Language, Table>> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, lookupTable(tables[language])]),
  ) as Record<Language, Table>;

const list = (words: string, from: number, step = 1): Table =>
  Object.fromEntries(words.split(' ').map((word, index) => [word, from + index * step]));

const among = (words: ReadonlyMap<string, number>, from: number, below = Infinity): Table =>
  Object.fromEntries([...words].filter(([, value]) => value >= from && value < below));
/** Without `k` and the like. */
const writtenOut = (words: ReadonlyMap<string, number>): Table =>
  Object.fromEntries([...words].filter(([word]) => word.length > 3));

/** Up to nineteen. */
export const TEENS: Readonly<Record<Language, Table>> = byLanguage({
  en: among(ENGLISH, 0, 20),
  de: {
    ...list(
      'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
      0,
    ),
    ein: 1,
    zwo: 2,
    zwoelf: 12,
    fuenf: 5,
  },
  fr: list(
    'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    0,
  ),
  es: list(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    0,
  ),
  it: list(
    'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    0,
  ),
  pt: list(
    'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
    0,
  ),
  nl: list(
    'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    0,
  ),
});
export const TENS: Readonly<Record<Language, Table>> = byLanguage({
  en: among(ENGLISH, 20, 100),
  de: {
    ...list('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
    dreissig: 30,
  },
  fr: {
    ...list('vingt trente quarante cinquante soixante', 20, 10),
    'soixante-dix': 70,
    'quatre-vingt': 80,
    'quatre-vingts': 80,
    'quatre-vingt-dix': 90,
  },
  es: list('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', 20, 10),
  it: list('venti trenta quaranta cinquanta sessanta settanta ottanta novanta', 20, 10),
  pt: list('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 20, 10),
  nl: list('twintig dertig veertig vijftig zestig zeventig tachtig negentig', 20, 10),
});
export const SCALES: Readonly<Record<Language, Table>> = byLanguage({
  en: { ...among(ENGLISH, 100), ...writtenOut(ENGLISH_SCALES), dozen: 12 },
  de: {
    hundert: 100,
    tausend: 1e3,
    million: 1e6,
    millionen: 1e6,
    milliarde: 1e9,
    milliarden: 1e9,
    dutzend: 12,
  },
  fr: {
    cent: 100,
    cents: 100,
    mille: 1e3,
    million: 1e6,
    millions: 1e6,
    milliard: 1e9,
    milliards: 1e9,
    douzaine: 12,
  },
  es: { cien: 100, ciento: 100, mil: 1e3, millón: 1e6, millones: 1e6, docena: 12 },
  it: { cento: 100, mille: 1e3, mila: 1e3, milione: 1e6, milioni: 1e6, miliardo: 1e9, dozzina: 12 },
  pt: { cem: 100, cento: 100, mil: 1e3, milhão: 1e6, milhões: 1e6, dúzia: 12 },
  nl: { honderd: 100, duizend: 1e3, miljoen: 1e6, miljard: 1e9, dozijn: 12 },
});
export const AND: Readonly<Record<Language, string>> = {
  en: 'and',
  de: 'und',
  fr: 'et',
  es: 'y',
  it: 'e',
  pt: 'e',
  nl: 'en',
};
/** Words for one that are articles or pronouns first: numbers only after a word for "only". */
export const ARTICLES: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['one']),
  de: new Set(['ein']),
  fr: new Set(['un']),
  es: new Set(['uno']),
  it: new Set(['uno']),
  pt: new Set(['um']),
  nl: new Set(['een']),
};

/** Words that are numbers by themselves, as a reader of questions takes them: articles are none. */
export const countsOf = (language: Language): ReadonlyMap<string, number> =>
  new Map(
    [TEENS[language], TENS[language], SCALES[language]]
      .flatMap((table) => Object.entries(table))
      .filter(([word, value]) => !ARTICLES[language].has(word) && value <= 1000),
  );
