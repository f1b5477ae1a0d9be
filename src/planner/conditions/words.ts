export const NEGATIONS = new Set([
  'not',
  'no',
  'without',
  'never',
  'exclude',
  'excluding',
  'except',
  'neither',
  'nor',
  'lack',
  'lacking',
  'lacks',
  'non',
]);

export const UNIT_WORDS = new Set(
  'dollar dollars usd euro euros minutes minute years year hours hour days day km kilometers meters metres feet miles percent pounds kg times seconds degrees inches points people million old long tall wide high deep heavy total in of'.split(
    ' ',
  ),
);

export const BETWEEN = new Set([
  'is',
  'are',
  'was',
  'were',
  'be',
  'being',
  'as',
  'of',
  'equal',
  'equals',
  'to',
  'either',
  'the',
  ':',
  '=',
  'has',
  'have',
  'had',
  'named',
  'called',
  'value',
  'a',
  'an',
  'in',
  'both',
  'that',
  'which',
  'with',
  'from',
  'at',
  'on',
  'under',
]);

/** Verbs that say nothing of a date or a place. */
export const LIGHT = new Set(
  'have be do get go come make place occur happen hold exist record belong'.split(' '),
);

export const ABSENCE = new Set(['no', 'without', 'never', 'lack', 'lacks', 'lacking']);

export const AUXILIARIES = new Set(['do', 'does', 'did', 'have', 'has', 'had']);

export const RESUMING = new Set([
  'who',
  'that',
  'which',
  'whose',
  'have',
  'has',
  'had',
  'do',
  'does',
  'did',
  'are',
  'is',
  'were',
  'was',
]);

export const EMPTY = [
  'null',
  'missing',
  'unknown',
  'empty',
  'not known',
  'not available',
  'not recorded',
  'not specified',
  'blank',
];

/** Words that say nothing where a clause starts. Those that bound or compare (`only`, `once`, `same`) are none of them. */
export const PASSED = new Set([
  'but',
  'ever',
  'also',
  'any',
  'either',
  'currently',
  'still',
  'ones',
  'those',
  'them',
]);
