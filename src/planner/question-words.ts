import type { DateUnit } from '#src/plugin-api/query.ts';

export const POLITE = new Set(
  'please can could would will you me us i we want like need know let to also kindly out hi hello hey ok okay thanks now then just'.split(
    ' ',
  ),
);

export const ASK = new Set(
  'show list find give get return display tell select report state provide retrieve compute calculate determine fetch output print identify see return describe'.split(
    ' ',
  ),
);

export const BE = new Set(['is', 'are', 'was', 'were', 'be', 'will', 'been']);

export const LINKS = new Set([
  'of',
  'for',
  'from',
  'in',
  'on',
  'at',
  'to',
  'about',
  'among',
  'within',
  'across',
  'by',
  'with',
  'into',
  'under',
]);

export const ARTICLES = new Set([
  'the',
  'a',
  'an',
  'all',
  'any',
  'some',
  'these',
  'those',
  'their',
  'its',
  'our',
  'given',
  'various',
]);

export const FOLLOWING = new Set(
  'and what about how only just now also instead them it those that these this please show me give results result same but ok okay then again ? . ! , the is are was make break down split can you i want see limit'.split(
    ' ',
  ),
);

/** Words that open a clause: a question does not end with one. */
export const RELATIVE = new Set(['who', 'which', 'whose', 'that', 'whom']);

export const CLOSING = new Set([
  'they',
  'records',
  'total',
  'overall',
  'together',
  'altogether',
  'listed',
  'them',
  'ones',
  'respectively',
  'too',
]);

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
