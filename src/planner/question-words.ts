import { words } from '#src/language/tables.ts';
import type { DateUnit } from '#src/plugin-api/query.ts';

export const POLITE = words(
  'please can could would will you me us i we want like need know let to also kindly out hi hello hey ok okay thanks now then just',
);

export const ASK = words(
  'show list find give get return display tell select report state provide retrieve compute calculate determine fetch output print identify see return describe',
);

export const BE = new Set(['is', 'are', 'was', 'were', 'be', 'will', 'been']);

export const LINKS = words('of for from in on at to about among within across by with into under');

export const ARTICLES = words('the a an all any some these those their its our given various');

export const FOLLOWING = words(
  'and what about how only just now also instead them it those that these this please show me give results result same but ok okay then again ? . ! , the is are was make break down split can you i want see limit',
);

/** Words that open a clause: a question does not end with one. */
export const RELATIVE = new Set(['who', 'which', 'whose', 'that', 'whom']);

export const CLOSING = words(
  'they records total overall together altogether listed them ones respectively too',
);

export const EACH = new Set(['each', 'every', 'different', 'per']);

export const UNITS: ReadonlyMap<string, DateUnit> = new Map([
  ['year', 'year'],
  ['quarter', 'quarter'],
  ['month', 'month'],
  ['week', 'week'],
  ['day', 'day'],
  ['hour', 'hour'],
]);

export const ADVERBS: ReadonlyMap<string, DateUnit> = new Map([
  ['yearly', 'year'],
  ['annually', 'year'],
  ['quarterly', 'quarter'],
  ['monthly', 'month'],
  ['weekly', 'week'],
  ['daily', 'day'],
  ['hourly', 'hour'],
]);
