import { meanings, phrases, words } from '#src/language/tables.ts';

/** Words of questions about a single table, whose own name is hardly ever said. */

/** What the rows of any sheet are called: `how many entries are listed`. */
export const ROW_NOUNS = words('row rows record records entry entries line lines one ones');
/** Heads that say nothing of what is asked: `the name of`, `the amount of silver`. */
export const EMPTY_HEADS = words('number amount count total name names value values');
export const COUNTING_HEADS = phrases(
  `how many total|how many different|how many|what is the total number of|what was the total number of|what is the number of|
   what was the number of|what are the number of|what were the number of|what is the total amount of|the number of|
   number of|total number of|the total number of|count the number of|tell me the number of`,
);
export const DIFFERENT = words('different distinct unique');
/** `the only player to sign in July`: one row is expected, and all that there are are shown. */
export const ONLY = words('only');
/** Before a name or a value. */
export const OPENERS = words(
  `the a an of in at on for from to by with within during that which who whose there this these those all any is are was were be been
   do does did has have had they he she it their his her its 's , ? . !`,
);
/** `which is taller, A or B`: ends of a comparison whose column the word tells, or that follows. */
export const MORE: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...['more', 'higher', 'larger', 'greater', 'bigger', 'longer', 'taller', 'older', 'heavier'].map(
    (word) => [word, 'desc'] as const,
  ),
  ...['fewer', 'less', 'lower', 'smaller', 'shorter', 'younger', 'lighter'].map(
    (word) => [word, 'asc'] as const,
  ),
]);
export const MOST: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...['most', 'highest', 'largest', 'greatest', 'biggest', 'top', 'maximum'].map(
    (word) => [word, 'desc'] as const,
  ),
  ...['least', 'fewest', 'lowest', 'smallest', 'minimum'].map((word) => [word, 'asc'] as const),
]);
/** What rows are compared by where a superlative or comparative names no column, best first. */
export const SPOKEN_OF: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  [
    ...['tallest', 'taller', 'highest'].map((word) => [word, ['height']] as const),
    ...['longest', 'longer', 'shortest', 'shorter'].map(
      (word) => [word, ['length', 'duration', 'distance', 'days']] as const,
    ),
    ...['oldest', 'older', 'youngest', 'younger'].map((word) => [word, ['age']] as const),
    ...['heaviest', 'heavier', 'lightest', 'lighter'].map((word) => [word, ['weight']] as const),
    ...['largest', 'larger', 'biggest', 'bigger', 'smallest', 'smaller'].map(
      (word) => [word, ['area', 'size', 'population']] as const,
    ),
  ],
);
export const ENDS: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...['tallest', 'longest', 'oldest', 'heaviest', 'largest', 'biggest', 'highest'].map(
    (word) => [word, 'desc'] as const,
  ),
  ...['shortest', 'youngest', 'lightest', 'smallest', 'lowest'].map(
    (word) => [word, 'asc'] as const,
  ),
]);
/** `did Turkey win`: a verb follows what it is said of. */
export const DOING = words('do does did');
/** Before a number: it is no number of what follows. */
export const NOT_EXACT = words(
  'in on at by since until till from to top first last next of before after than about around and or between number no # -',
);
/** Behind the first word: what follows is said of the rows. */
export const RELATIVE = words('where');
/** Between a column and a number that it is. */
export const BEING = words('is was were are be been of');
export const DIFFERENCE = words('difference');
/** Between the parts of a comparison. */
export const PARTS = words('or and than between');
/** Words that change what is asked, and that no pattern here reads. */
export const UNREAD = words(
  `not no never without except neither nor besides other than same consecutive both combined average mean per each every
   but if while when where why how before after since until more less fewer most least first last next previous second third
   percent percentage ratio sum median also too again once twice compared versus vs relative`,
);
/** What sheets call a row that sums others. */
export const TOTAL_LABELS: readonly string[] = ['total', 'totals', 'grand total'];

/** Say that the order of the rows is meant, whatever they hold. */
export const LISTING = phrases(
  `listed|mentioned|on the list|in the list|on this list|in this list|of the list|of this list|on the chart|in the chart|on this chart|
   in this chart|of the chart|in the table|on the table|in this table|on this table|of the table|of this table|in the listing`,
);
/** Which end of the rows: `the first driver listed`, `at the bottom of the table`. */
export const ROW_ENDS = meanings<'first' | 'last'>([
  ['first', 'first|very first|at the top|on top|at the beginning|at the start'],
  ['last', 'last|very last|final|at the bottom|at the end'],
]);
/** Behind `first` and `last`: what is no row then. */
export const NO_ROW_END = words(
  `place places time times name names half quarter period round year month week day hour night season decade century place-finish
   finish position rank prize team`,
);
/** Rows beside one that is named. `listing`: no other order than that of the rows is meant; `one`: the nearest of them alone. */
export const BESIDE = meanings<{
  readonly side: 'after' | 'before';
  readonly listing: boolean;
  readonly one: boolean;
}>([
  [{ side: 'after', listing: false, one: false }, 'after|following'],
  [
    { side: 'after', listing: false, one: true },
    'next after|right after|directly after|immediately after|just after|next|directly following|immediately following',
  ],
  [{ side: 'before', listing: false, one: false }, 'before|prior to|preceding'],
  [
    { side: 'before', listing: false, one: true },
    `right before|directly before|immediately before|just before|previous to|just previous to|just prior to|immediately prior to|
     directly prior to|immediately preceding|directly preceding`,
  ],
  [{ side: 'after', listing: true, one: false }, 'below'],
  [
    { side: 'after', listing: true, one: true },
    'directly below|right below|just below|immediately below|directly under',
  ],
  [{ side: 'before', listing: true, one: false }, 'above'],
  [
    { side: 'before', listing: true, one: true },
    'directly above|right above|just above|immediately above',
  ],
]);
/** Before such words: the order of the list is meant. */
export const LISTING_VERBS = words('listed comes come appears appear');
/** Verbs that say no more than that rows follow each other. */
export const PLACING_VERBS = words(
  'come comes came listed appear appears appeared go goes went given shown',
);
/** Words of labels of columns that put rows in an order of their own. */
export const ORDERING_LABELS = words(
  'date day month year years season time week game round match no number rank ranking pos position place pick order # term start end born established founded opened',
);
