import { phrases, words } from '#src/language/tables.ts';

/** `what percentage of`, `how many percent of`: a part of rows or of an amount, in percent. */
export const PERCENTAGES = words('percentage percent pct proportion share portion %');
/** `what fraction of`: a part, where 1 is the whole. */
export const FRACTIONS = words('fraction ratio');

/** What may stand before `percentage of`. */
export const BEFORE_SHARES = words(
  `what which 's is are was were the a tell give me show find return compute calculate please how many much in for large big
   high great`,
);
/** `In percent`, which a share is told in anyway. */
export const IN_PERCENT = phrases(
  `in percent|in per cent|in %|as a percentage|as percentage|as a percent|as percent|in percentage|expressed as a percentage`,
);
/** `the share of women among the owners`: between the part and the whole. */
export const AMONG = words('among amongst');
/** After which the verb of the question tells the part: `what percentage of the boats are`. */
export const ASKING_PARTS = words('what which many much');

/** Between `of` and what is the whole. */
export const BEFORE_WHOLES = words('all the our of these those');

/** `customers who have orders`: what follows tells the part, and no verb of the question does. */
export const RELATIVES = words('that who which whose where whom');
/** What narrows rows without a verb. */
export const NARROWERS = words('in from with without at by for on of having');
/** Verbs of the question. */
export const FINITE_VERBS = words(
  'is are was were has have had do does did can could will would goes go went comes come came',
);

/** `the total budget`, before an amount that is a whole. */
export const WHOLE_SUMS = words('total combined overall whole entire summed');
/** `goes to Defense`, `comes from tours`: whose part of an amount is asked. */
export const PART_TIES = phrases(
  `goes to|go to|went to|comes from|come from|came from|is from|are from|was from|were from|is in|belongs to|
   belong to|is due to|was paid by|is paid by|is spent on|was spent on|is held by|is spent by|was spent by|is for|was for|
   is made up by|was made by|was made with|is made with|is made by|was earned by|is earned by|is earned with|was earned with|
   goes through|go through|went through|falls to|fell to|fall to|falls on|fell on|fall on|stems from|stem from|stemmed from`,
);
/** `the money requested was requested from Ann`: after a verb that the amount is called by. */
export const PART_PREPOSITIONS = words('to from by in for on with through at');
/** `what share of the total budget does Defense get`: around whose part it is. */
export const PART_ASKERS = words('do does did');
export const PART_VERBS = phrases(
  'have|get|receive|make up|make|account for|contribute|bring in|earn|hold|take|own|come to|generate',
);
/** How the part of an amount is said by itself. */
export const PART_LINKS = words('of for from');

/** `how many … and how many …` */
export const AND_HOW_MANY = phrases(
  `, and how many|and how many|, how many|; how many|; and how many|and also how many|but how many|
   , but how many|versus how many`,
);
export const HOW_MANY = phrases('how many')[0]!;
export const NUMBER_OF = phrases('number of')[0]!;
/** `and how many of them are`: rows that were counted first. */
export const OF_THEM = phrases('of them|of those|of these|of which');
/** Words of a question that speak of something that was asked before. */
export const REFERRING = words('they them their its it those these each one ones that');
/** `are there`, which narrows nothing. */
export const THERE = phrases(
  'are there|were there|exist|do we have|in total|there are|there were|is there',
);

/** `how many more A than B` */
export const HOW_MANY_MORE = phrases('how many more')[0]!;
export const HOW_MANY_FEWER = phrases('how many fewer|how many less');

/** Verbs of one thing as they are said of how many. */
export const PLURAL_VERBS: ReadonlyMap<string, string> = new Map([
  ['is', 'are'],
  ['was', 'were'],
  ['has', 'have'],
  ['does', 'do'],
  ['goes', 'go'],
  ['comes', 'come'],
]);
/** `how many are not`: the rest of the first question, denied. */
export const NOT = 'not';

const WITHIN = `in each|for each|within each|from each|at each|on each|across each|in every|for every|within every|
   from every|at every|on every`;
/** `the cheapest product in each category`: where something is done or is. */
export const WITHIN_EACH = phrases(WITHIN);
/** Before the groups of which each has first rows of its own. */
export const OF_EACH = phrases(`${WITHIN}|of each|of every|per each|per`);

/** `the difference between the highest and the lowest fare` */
export const SPREADS = words('difference gap spread');
export const BETWEEN = 'between';
/** `the difference in age between` */
export const SPREAD_OF = words('in of');
/** `the shortest one`: what was named before. */
export const SAME_AGAIN = words('one ones');
/** `How many meters longer is`, `how much longer is`. */
export const HOW_MUCH = phrases('how much|how many|by how much|by how many');
/** `by how much does the largest fee` | `exceed` | `the smallest`: between the greater and the smaller. */
export const EXCEEDING = words(
  'exceed exceeds exceeded surpass surpasses surpassed outdo top beat outweigh',
);
/** `how many years lie between the ages of the oldest and the youngest owner` */
export const AGE_GAPS = phrases(
  `how many years lie between the ages of|how many years lie between|how many years are there between the ages of|
   how many years are there between|how many years are between the ages of|how many years are between|how many years separate`,
);
/** `years older`: the unit of ages. */
export const AGE_UNITS = words('year years');

/** `the average of their rig`: before what rows share with the row that is compared. */
export const SHARING = phrases(
  `of their own|in their own|for their own|of their|in their|for their|within their|from their|of its|in its|for its|within its|
   of the same|in the same|with the same|for the same|from the same|within the same|of its own|in its own`,
);

/** `than the average`, `than their average` */
export const BEFORE_AVERAGES = words('the its their');
/** `of all boats` */
export const ALL_OF = words('all every each');
/** What may follow an average that nothing narrows. */
export const AFTER_AVERAGES = words('and or but');

/** `in 2024 but not in 2025`, `in 2024 and in 2025` */
export const BUT = words('but yet');
export const AND = words('and');
export const DENIALS = phrases('not|never|no longer|no more|nothing|none');
/** Before a period. */
export const BEFORE_PERIODS = words('in during on since');

/** `the average number of orders per customer`: the function over the numbers of each. */
export const AVERAGES_OF_EACH: ReadonlyMap<string, 'avg' | 'median'> = new Map([
  ['average', 'avg'],
  ['mean', 'avg'],
  ['avg', 'avg'],
  ['median', 'median'],
]);
export const ON_AVERAGE = phrases('on average|on avg|on an average|in average|in the mean');
/** Before what has many: `per customer`. */
export const PER = phrases('per|for each|for every|in each|in every|in a|in an|each|every|a|an');
/** Of these more than one thing may follow: `a day`, `in a store`. */
export const PER_ONE = words('a an in');
/** `how many orders does a customer place`: around what has them. */
export const DOES = words('does do did');
export const ONE_OF_EACH = words('a an each every one the');
/** Verbs that say no more than that something has others. */
export const HAVING_VERBS = phrases(
  'have|have got|place|make|contain|include|hold|own|get|receive|do|take|take out',
);
export const NUMBERS_OF = phrases('number of|count of|numbers of');
/** What may follow the one that has others; what tells which of these are meant is none of it. */
export const AFTER_EACH = words(
  'in during since before after between by for from on over across until within last this ?',
);
export const GROUPING = words('by across');
export const EACH_UNITS: ReadonlyMap<string, 'year' | 'quarter' | 'month' | 'week' | 'day'> =
  new Map([
    ['year', 'year'],
    ['quarter', 'quarter'],
    ['month', 'month'],
    ['week', 'week'],
    ['day', 'day'],
  ]);
/** `daily orders`: the number in each of these. */
export const PERIODIC: typeof EACH_UNITS = new Map([
  ['daily', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['quarterly', 'quarter'],
  ['yearly', 'year'],
  ['annual', 'year'],
]);
/** `return rate`: how many of the rows are in a state. */
export const RATES = words('rate rates');
/** Rates that are no share of rows in a state, or of which it takes more than one state to tell. */
export const OTHER_RATES = words(
  'conversion churn retention growth exchange interest tax attrition inflation turnover occupancy discount',
);
/** Nouns whose state has another stem. */
export const STATES_OF_NOUNS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['loss', words('lost')],
  ['win', words('won')],
  ['failure', words('failed fail failure')],
  ['success', words('succeeded success successful')],
  ['payment', words('paid')],
  ['pay', words('paid')],
  ['closure', words('closed')],
  ['resolution', words('resolved')],
  ['submission', words('submitted')],
  ['admission', words('admitted')],
  ['theft', words('stolen')],
]);
/** Between a rate and its rows: `the cancellation rate of bookings`. */
export const RATE_OF = words('of for among');
export const BEFORE_RATES = words('the our my');
/** `which store has the highest rate`, `the store with the lowest rate`. */
export const RATE_ENDS: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...['highest', 'largest', 'biggest', 'greatest', 'most'].map((word) => [word, 'desc'] as const),
  ...['lowest', 'smallest', 'least'].map((word) => [word, 'asc'] as const),
]);
export const BEFORE_ENDS = words('has have had with is the');
export const RANKED_FIRST: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ['top', 'desc'],
  ['bottom', 'asc'],
]);
export const ASKING_GROUPS = words('which what the show me list give');

/** Behind amounts that are added up: `the fares of late trips in total`. */
export const TOTALS_BEHIND = phrases(
  'in total|in all|altogether|all together|together|all in all|in sum|combined|summed up|added up',
);
