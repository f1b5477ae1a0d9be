import { words } from '#src/language/tables.ts';
export const NEGATIONS = words(
  'not no without never exclude excluding except neither nor lack lacking lacks non',
);

/** Words after a number that tell no unit of a column and are passed over as units are. */
export const UNIT_WORDS = words(
  'times points people million old long tall wide high deep heavy total in of',
);

export const BETWEEN = words(
  'is are was were be being as of equal equals to either the : = has have had named called value a an in both that which with from at on under',
);

/** Verbs that say no more of rows than that there are some. */
export const EXISTENCE = words('have be do go come occur happen exist belong');

/** Verbs that say nothing of a date or a place. */
export const LIGHT: ReadonlySet<string> = new Set([
  ...EXISTENCE,
  ...'get make place hold record'.split(' '),
]);

export const ABSENCE = new Set(['no', 'without', 'never', 'lack', 'lacks', 'lacking']);

export const AUXILIARIES = new Set(['do', 'does', 'did', 'have', 'has', 'had']);

export const RESUMING = words('who that which whose have has had do does did are is were was');

export const EMPTY =
  'null|missing|unknown|empty|not known|not available|not recorded|not specified|blank'.split('|');

/** Words that say nothing where a clause starts. Those that bound or compare (`only`, `once`, `same`) are none of them. */
export const PASSED = words('but ever also any either currently still ones those them');

/** What is said of all rows, which are there because of it; `how many rooms are reserved` tells some apart. */
export const BEGINNING = new Set([
  ...LIGHT,
  ...'make place list give take enter create store contain include show issue file write receive submit send post play report register hire confer locate live reside base situate call name know'.split(
    ' ',
  ),
]);

/** What people and things are said to be at or from, rather than to do to something. */
export const PLACING = words('live reside locate base work come stay situate name call be have');

/** Verbs that say how something is called or marked. */
export const NAMING = words(
  'name call title label know entitle describe mark tag be have use contain',
);
