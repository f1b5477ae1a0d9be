const ONES =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn';
const TENS = 'zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig';

/** `fünf` → 5. Articles (`ein`) are none. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, 20 + 10 * index] as const),
  ...([
    ['hundert', 100],
    ['tausend', 1000],
    ['dutzend', 12],
  ] as const),
]);

/** `2 Mio.` */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ...(['tsd', 'tausend'] as const).map((word) => [word, 1e3] as const),
  ...(['mio', 'million', 'millionen'] as const).map((word) => [word, 1e6] as const),
  ...(['mrd', 'milliarde', 'milliarden'] as const).map((word) => [word, 1e9] as const),
]);

/** `50.000`, `1.234,5`: a point parts thousands, a comma decimals. */
export const NUMBER = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
export const numberOf = (text: string): number =>
  Number(text.replaceAll('.', '').replace(',', '.'));

/** Month names, short forms too, in the language of the planner. */
export const MONTHS: ReadonlyMap<string, string> = new Map(
  `januar jan jänner = January; februar feb = February; märz mrz mär = March; april apr = April; mai = May; juni jun = June;
   juli jul = July; august aug = August; september sep sept = September; oktober okt = October; november nov = November;
   dezember dez = December`
    .split(';')
    .flatMap((row) => {
      const [names, month] = row.split('=').map((one) => one.trim());
      return names!.split(' ').map((name) => [name, month!] as const);
    }),
);
