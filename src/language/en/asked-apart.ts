import { phrases, words } from '#src/language/tables.ts';

/**
 * What a question says is to be shown, apart from which rows it asks for: `Name and age.`, `(first and last names)`,
 * `, with the year it opened`, `and how many are there`.
 */

/** Marks that what is to be shown may stand behind, alone. */
export const MARKS_BEFORE_SHOWN = words('. ? ; : (');
/** Signs that are read as a comma, and part as much as a colon does. */
export const DASHES = words('- – —');

/** What joins something that is shown, too, to the rows. */
export const SHOWN_TOO = phrases(
  `, and|and|,|, with|with|, along with|along with|, together with|together with|, plus|plus|, as well as|as well as|
   , and also|and also|, each with|each with|, and say|and say|, and tell me|and tell me|, and show|and show|, and give|and give`,
);
/** Of these whatever stands behind them is shown. */
export const ALWAYS_SHOWN = phrases(
  `, with|, along with|along with|, together with|together with|, plus|plus|, as well as|as well as|, and also|and also|
   , each with|each with|, and say|and say|, and tell me|and tell me|, and show|and show|, and give|and give`,
);

/** How a list of what is shown may begin. */
export const BEFORE_SHOWN = phrases(
  `show|show me|give|give me|list|tell me|name|use|using|just|only|just the|return|display|print|state|report|i need|please|
   please show|please give|please list|show only|show just|give only|give just|say`,
);
/** Of these, what says by which column rows are called. */
export const CALLING = words('use using');
/** It is shown beside the rows, rather than instead of them. */
export const SHOWN_BESIDE = phrases(
  'also show|also give|also list|also tell me|show also|give also|list also|also|plus|and|include|add',
);
/** How it may end. */
export const AFTER_SHOWN = words('please only too also each');
/** Of these, what says that it is shown beside the rows. */
export const SHOWN_ALSO = words('too also');

/** The rows themselves, asked once more. */
export const ROWS_AGAIN = phrases(
  `it|them|which|which one|which ones|which one is it|which ones are they|which are they|which is it|who|who are they|who is it|what are they|
   what is it called|what are they called|what are their names|what is its name`,
);

/** Words of which a list is made. */
export const SHOWN_JOINERS = phrases(', and|and|,|, plus|plus|as well as|, as well as|/');

export const SHOWN_ARTICLES = words('the a an their its his her each this that these those');
export const SHOWN_OWNERS = words('their its his her');
export const SHOWN_PREPOSITIONS = words('in at on for with by from to of into over under');
export const SHOWN_WHICH = words('which what');
/** Subjects that were spoken of before: `the year it opened`. */
export const SUBJECTS = words('it they he she');
export const SHOWN_BEING = words('is are was were does do did');
/** Words that say no more than that something is so, behind what is asked of rows. */
export const SHOWN_IDLE = words(
  `it they he she that them him her this these those is are was were be been does do did has have had each there of in for
   lie lies belong belongs to make made get got take took takes place stand stands got the at from`,
);

export const SHOWN_HOW_MANY = phrases('how many');
export const SHOWN_NUMBERS = phrases(
  `number|the number|count|the count|that number|their number|number of them|the number of them|that count|the numbers|their count|how often`,
);
export const SHOWN_NUMBER_OF = phrases('number of|the number of|count of|the count of');
export const SHOWN_AMOUNTS = phrases('how much');
/** `and what is it`: the number that rows were ranked by. */
export const SHOWN_WHAT = phrases(
  'what is it|what is that|what was it|what was that|what are they|what were they',
);
export const SHOWN_FUNCTION = words('the that this its their');
export const SHOWN_WHERE = words('where');
export const SHOWN_WHEN = words('when');
/** Behind `where` these say no more than that something is there. */
export const BEING_THERE = words(
  'it they he she is are was were located situated based held lie lies stand stands that',
);

/** Rows that are asked for by whether there are any, or by who or where they are. */
export const ARE_THERE_ANY = phrases(
  `is there a|is there an|is there any|are there|are there any|do we have|do we have any|do we have a|have we got any|are there some|is there some`,
);
/** `does any hall have seats`: rows stand between it and what is said of them. */
export const DOES_ANY = phrases('does any|do any|does a|do some');
export const SAID_OF_ROWS = 'that';
export const WHO_ARE = phrases('who are the|who are|who is|who were the');
export const WHERE_ARE = phrases('where are|where is|where was|where were');
export const WHAT_ARE = phrases('what are|what is');
export const CALLED = words('called named');

/** Behind the end of an order that is listed first. */
export const LISTED_AT_FIRST = phrases('first|down|at the top|on top|at first');
export const LISTED_FROM_END = phrases(
  'starting with|beginning with|starting from|beginning from|start with|begin with|starting at|from',
);
/** Between the ends of an order. */
export const TO_END = words('to');
/** Before what rows are put in order by. */
export const PUT_IN_ORDER = phrases(
  'sorted by|ordered by|listed by|arranged by|ranked by|sort by|order by|sorted according to|in order of|sorted on|by',
);
/** The order of a time that a verb tells. */
export const IN_ORDER_DONE = phrases('in the order in which|in the order that|in the order');
export const ALPHABETICAL = phrases(
  'an alphabetical list of|alphabetical list of|alphabetically sorted list of',
);
/** `high`, `old`: what makes one of the words of rank of it. */
export const RANKED_ENDINGS = ['est', 'st'] as const;
export const RANKED_BEFORE = 'most';

/** Each once, as a part of what is to be shown. */
export const NO_REPEATS = phrases(
  'no repeats|without repeats|no duplicates|without duplicates|no doubles|each once|each only once|every one once',
);
export const EACH = words('each every');
export const ONCE = words('once');
/** What ends a verb that ties rows to others: `the school they go to`. */
export const TYING_ENDS = words('to for at in with on of');
/** Verbs that say with these whose rows are: no more than a reference does. */
export const BELONGING = words(
  `belong belongs work works live lives play plays study studies teach teaches go goes drive drives serve serves train
   trains compete competes race races`,
);
/** Before the rows of a request whose verb follows them: `for each member, show the name`. */
export const FOR_ROWS = phrases('for each of the|for each|for every|for all|for the|for');
export const AND_SHOW = phrases(
  `, show|, list|, give|, tell me|tell me|, show me|, give me|, name|, what is|, what are`,
);

/** Words that ask for something of rows: `and where they are`. */
export const ASKING_MORE = words('how where when who why whom whose');

/** `Leave out members with none`: groups without any rows, which may be among the others. */
export const LEAVE_OUT = phrases(
  'leave out|leaving out|skip|omit|ignore|exclude|without|not those|no need for|drop',
);
export const LEFT_OUT = words(
  'the those ones any all that who which with without have has had having no none not do does did never zero 0 anything of them it',
);
