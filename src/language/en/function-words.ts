import { words } from '#src/language/tables.ts';

/**
 * Words of English that carry nothing to look up. Each table says what passing over its words costs the reader: a
 * reading that leaves less unread is the better one. What bounds, denies, compares or ranks stands in none of them.
 *
 * `the names of all the students in our database`
 */
export const ARTICLES = words(
  `a an the this these those that their its his her our my your there here
   all any some please me us also just i we you they it he she them him
   result results record records recorded database dataset table listed list
   respective respectively corresponding associated given existing possible whole entire following`,
);

/** What rows may be named right behind. */
export const BEFORE_ROWS = words(
  `many few fewer of the all any each every which what list show display find give some these those different distinct for by
   most fewest our my`,
);

/** What one row may be named right behind. */
export const BEFORE_ONE = words('a an the each every any which what');

/** `students who have …`, `the shop that is in …` */
export const LINKS = words(
  `of in on at for from to by with within into onto about as than
   is are was were be been being am do does did has have had having can could will would should may might must
   who whom whose which what that where when and ',' . ? ! : ; 's`,
);

/** Words that open a request for an answer: `show me …`. */
export const ASKING = words(
  `show list find give get return display tell select report state provide retrieve compute calculate determine
   fetch output print name identify what which see describe count please sort order rank select who whose`,
);

/** Of these only the first word of a sentence asks: `name the customers`, but `the name of the customer`. */
export const ASKING_FIRST = words(
  'name state record report rank order count sort list select output print see',
);

/** Forms of words that look like verbs and tell rows apart: never passed over. */
export const TELLING = words(
  `shared same common related combined missing excluding including except only repeated listed ordered sorted ranked
   grouped based cancelled completed missed failed used unused closed opened left remaining expired pending logged start starts starting begin begins beginning
   reverse reversed descending ascending
   contain contains containing include includes including`,
);
