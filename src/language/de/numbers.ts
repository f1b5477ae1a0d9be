import { monthNames } from '#src/language/european.ts';

/** `2 Mio.` */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ...(['tsd', 'tausend'] as const).map((word) => [word, 1e3] as const),
  ...(['mio', 'million', 'millionen'] as const).map((word) => [word, 1e6] as const),
  ...(['mrd', 'milliarde', 'milliarden'] as const).map((word) => [word, 1e9] as const),
]);

/** Month names, short forms too, in the language of the planner. */
export const MONTHS = monthNames(
  `januar jan jänner = January; februar feb = February; märz mrz mär = March; april apr = April; mai = May; juni jun = June;
   juli jul = July; august aug = August; september sep sept = September; oktober okt = October; november nov = November;
   dezember dez = December`,
);
