import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { UNREAD } from '#src/language/en/single-table.ts';
import { meanings, phrases, words } from '#src/language/tables.ts';

/** Words of what is asked back, and of the replies to it. */

/** Words that say of one end of an order, and nothing of what. */
const directions = (desc: string, asc: string): ReadonlyMap<string, 'asc' | 'desc'> =>
  new Map([
    ...[...words(desc)].map((word) => [word, 'desc'] as const),
    ...[...words(asc)].map((word) => [word, 'asc'] as const),
  ]);
/** `best customer`, `top products`, `weak stores` */
export const QUALITY = directions(
  `best top highest biggest largest greatest strongest leading main key major favourite favorite popular important valuable
   successful busiest good strong great excellent profitable`,
  `worst lowest weakest poorest smallest bottom quietest slowest bad weak poor underperforming disappointing struggling`,
);
/** `most important customer`, `how good are our stores` */
export const QUALITY_DEGREES = words('most very really how');
/** `our number one customer` */
export const NUMBER_ONE = phrases('number one|number 1|no. 1|no 1|# 1|# one');
/** `products that are doing well`, `how do our stores perform` */
export const FARING = words('doing do performing perform performs performed faring fare going');
/** How well rows do. */
export const HOW_WELL = directions(
  'well great good better best strongly',
  'badly poorly bad worse worst weakly',
);
/** `the top ones among our staff` */
export const AMONG = phrases('ones among|ones of|ones from|ones in|one among|one of|among|of');
/** `products that are`, `the stores which have been` */
export const BEFORE_FARING = words('that which who are is were was have has been not');
/** Words of a column's name that say how good its rows are. */
export const RATING = words('rating score grade stars rank points votes');

/** `which store sold the most`, `products that sell best`: rows are ranked by something that is not said. */
export const SELLING = words('sold sell sells selling');
/** `on which weekday do we sell the most` */
export const WE_DO = phrases('do we|did we|have we|we');
/** How much was sold. */
export const MOST_SOLD = directions('most best top', 'least worst');
/** Between rows and what they are compared with, where no column is named: `orders of more than 500`, `products that cost over 20`. */
export const BEFORE_AMOUNTS = words(
  'of worth for at cost costs costing priced valued is are was were that which with',
);

/** `how many in Munich`, `the total for 2025`: what is computed, where nothing says of what. */
export type BareAggregate = 'count' | 'total' | 'average';
export const BARE_AGGREGATES = meanings<BareAggregate>([
  ['count', 'how many|count|number|headcount'],
  ['total', 'how much|total|sum|add up to|adds up to|come to|comes to|amount to'],
  ['average', 'average|mean'],
]);
/** What may stand beside it and names nothing. */
export const BARE_FILLERS = words(
  `do does did we you they have has had got get is are was were be been there it in at for from of with on the a an all and or what 's whats
   about please show me give tell list can could would i our us now currently today moment right altogether overall so then just ones one`,
);

/** `the 2025 total`, `the sum of last year` */
export const BEFORE_PERIODS = words('the of for');

/** What one number of many is offered as. */
export const UNSAID_AGGREGATES = ['average', 'highest', 'lowest'] as const;

/** First words of comparisons that do not tell of what they speak, as `older` and `longer` do. */
export const PLAIN_COMPARISONS = words(
  'more less over under above below at exceeding no not greater higher lower fewer up between from > < >= <=',
);

/** `their cities`: what belongs to rows of an answer before. */
export const OWNERS = words('their his her its');
/** `customers with their city`: what is shown beside rows. */
export const BESIDE = words('with');
/** `who answer to Ann`, `who work under her` */
export const TO_WHOM = words('to under for by');
/** `with paid invoices`: what may stand before rows and what says which of them. */
export const BEFORE_ROWS = words('with without no any all many');
/** `the listed browsers`: what says nothing of the rows behind it. */
export const SAYING_NOTHING = words(
  `listed associated corresponding related respective descending ascending existing following given mentioned recorded
   combined involved included contained connected linked attached assigned belonging`,
);
/** By what rows come to be: `orders placed in May` are those of May, whatever has become of them. */
export const MAKING = words('placed made created');
/** `those customers` */
export const POINTERS = words('those these this that such said');

/** `out of those`, behind which no rows are named. */
export const REFERRING = phrases(
  'out of those|out of these|out of them|from those|from these|among those|among these|among them|of those|of these|of them',
);
/** `when did they order` */
export const SUBJECTS = words('they he she it them him');
/** `are there any boats longer than 8`: what begins a question that is answered by yes or no, and says of which rows. */
export const YES_OR_NO = phrases(
  'is there|are there|was there|were there|is|are|was|were|do|does|did|has|have|had',
);
export const ANY = words('any some a an');
/** `are there any other boats` */
export const OTHER = words('other more additional further');

/** What opens a question that only names something: `and Chicago?`, `what about the stores`. */
export const FRAGMENT_OPENERS = words('and what how about just only now also then ok okay so or');

/** Words of a reply that name no option: `the second one, please`, `I meant by revenue`. */
export const REPLYING = words(
  `the a an one ones option number no please i we mean meant by with of for in to want would like take choose
   yes yeah yep yup ok okay right correct sure exactly indeed then rather , . ! # ) (`,
);

const { counting, rates, later, ends } = ENGLISH_ASKED_WORDS;
/** Words that compute, rank, compare or deny: a question without one of them asks for something else. */
export const COMPUTING: ReadonlySet<string> = new Set([
  ...[counting, rates, later, ends, UNREAD].flatMap((own) => [...own]),
  ...['how', 'many', 'growth', 'change', 'trend', 'difference', 'compared', 'versus', 'forecast'],
]);

/** Replies to the only option that there is. */
export const AGREEING = words('yes yeah yep yup ok okay right correct sure exactly indeed');

/** Places in a list of options. */
export const PLACES: ReadonlyMap<string, number> = new Map([
  ...['first', 'second', 'third', 'fourth'].map((word, index) => [word, index + 1] as const),
  ...['1st', '2nd', '3rd', '4th'].map((word, index) => [word, index + 1] as const),
  ...['one', 'two', 'three', 'four'].map((word, index) => [word, index + 1] as const),
  ...['1', '2', '3', '4'].map((word, index) => [word, index + 1] as const),
]);
export const LAST_PLACE = words('last latter');

/** `employees by city (meaning: Name of employees)`: a question with what is meant by it, as an option says it that was given. */
export const withMeaning = (question: string, meaning: string): string =>
  `${question.trim()} (meaning: ${meaning})`;

/** The two parts of such a question; null where a text is none. */
export function meaningIn(
  text: string,
): { readonly question: string; readonly meaning: string } | null {
  const [, question, meaning] = /^(.+?)\s*\(meaning: (.+)\)\s*$/su.exec(text) ?? [];
  return question && meaning ? { question, meaning } : null;
}
/** What joins several things that are said: without it they are said of one row. */
export const JOINING = words('and or both but also plus , ; &');

/** `received an A`: a letter that is a value. */
export const LETTER = /^\p{Lu}$/u;

/** What is taken in, where no number of the data is called so. */
export const MONEY_NOUNS = words('revenue sales turnover income earnings takings money');

/** Verbs of what was so at a time, rather than of what was done then. */
export const BEING_THEN = words('was were had have has been');
/** Rows that came to be at a time. */
export const NEW = words('new newly newcomer newcomers recruit recruits joiner joiners');
