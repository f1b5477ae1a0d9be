import type { MatchMode, Ranking } from '#src/language/meanings.ts';
import { meanings, phrases, words } from '#src/language/tables.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import { AGGREGATE_NAMES, type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';

/** What stands before a bound: `salary above 3000`, `at least 3 orders`. */
export const COMPARATORS = meanings<ComparisonOperator>([
  [
    '>',
    `more than|greater than|higher than|larger than|bigger than|over|above|exceeding|exceeds|exceed|in excess of|longer than|
     older than|taller than|heavier than|later than|bigger|costlier than|pricier than|dearer than|faster than|>|surpassing|upwards of|north of|beyond|outnumber|
     outnumbers|outnumbering|outnumbered`,
  ],
  [
    '<',
    `less than|fewer than|lower than|smaller than|under|below|shorter than|younger than|lighter than|earlier than|
     cheaper than|slower than|<`,
  ],
  [
    '>=',
    `at least|no less than|not less than|no fewer than|not fewer than|no lower than|minimum of|a minimum of|>=|
     greater than or equal to|more than or equal to|equal to or more than|equal to or greater than|equal or more than|
     equal or greater than`,
  ],
  [
    '<=',
    `at most|no more than|not more than|no greater than|up to|maximum of|a maximum of|<=|less than or equal to|
     not exceeding|equal to or less than|equal or less than|not above|not over`,
  ],
  ['>', 'after|later than'],
  ['<', 'before|prior to|earlier than'],
  ['>=', 'since'],
  ['=', 'exactly|equal to|equals|equal|only|='],
  ['<>', 'not equal to|different from|other than|!='],
]);

/** What stands after a bound: `3 or more orders`. */
export const BOUNDS_AFTER = meanings<ComparisonOperator>([
  [
    '>=',
    `or more|or above|or higher|or greater|or older|or over|or longer|or later|and above|and more|and over|and older|
     and up|or up|and upwards|or upwards|upwards`,
  ],
  [
    '<=',
    'or less|or fewer|or below|or lower|or under|or younger|or shorter|or earlier|and below|and under',
  ],
]);

/** `average age`, `the highest price`, `number of orders`: the words of each function, and others for its values. */
export const AGGREGATES = meanings<AggregateFunction>([
  ...AGGREGATE_NAMES.flatMap((name) => FUNCTIONS[name].asked.map((word) => [name, word] as const)),
  ['max', 'highest|largest|greatest|biggest'],
  ['min', 'lowest|smallest'],
  ['sum', 'total sum'],
  ['count', 'number|count|total number|total count|numbers'],
]);

/** What a time is called from which rows have an age. */
const SINCE: Ranking['since'] = [
  ...'birth|born|birthday|founded|established|opened|open|constructed|built|made|created|released'.split(
    '|',
  ),
  ...'published|release|found|establish|build|make|create|publish|placed|place'.split('|'),
];

/** `the highest price`, `the oldest student`. */
export const RANKINGS = meanings<Ranking>([
  [{ direction: 'desc', of: [] }, 'highest|largest|greatest|biggest|maximum|top|max|best'],
  [{ direction: 'asc', of: [] }, 'lowest|smallest|minimum|least|min|fewest'],
  [{ direction: 'desc', of: [] }, 'most'],
  [{ direction: 'desc', of: ['length', 'duration', 'distance', 'runtime'] }, 'longest'],
  [{ direction: 'asc', of: ['length', 'duration', 'distance', 'runtime', 'height'] }, 'shortest'],
  [{ direction: 'desc', of: ['height'] }, 'tallest'],
  [{ direction: 'desc', of: ['weight'] }, 'heaviest'],
  [{ direction: 'asc', of: ['weight'] }, 'lightest'],
  [{ direction: 'desc', of: ['age'], since: SINCE }, 'oldest'],
  [{ direction: 'asc', of: ['age'], since: SINCE }, 'youngest'],
  [{ direction: 'desc', of: ['speed'] }, 'fastest'],
  [{ direction: 'asc', of: ['speed'] }, 'slowest'],
  [
    { direction: 'asc', of: ['price', 'cost', 'rate', 'fee', 'amount'] },
    'cheapest|least expensive',
  ],
  [
    { direction: 'desc', of: ['price', 'cost', 'rate', 'fee', 'amount'] },
    'most expensive|priciest',
  ],
  [{ direction: 'desc', of: [], time: true }, 'latest|newest|most recent|most recently'],
  [{ direction: 'asc', of: [], time: true }, 'earliest|least recent|first'],
]);

/** `who placed an order most recently` */
export const RECENCY = meanings<'asc' | 'desc'>([
  [
    'desc',
    'most recently|the most recently|most lately|in the most recent year|in the latest year',
  ],
  ['asc', 'least recently|the least recently|in the earliest year'],
]);

/** `the most common nationality`: of the values, by the number of their rows. */
export const FREQUENT = meanings<'asc' | 'desc'>([
  [
    'desc',
    `most common|most popular|most frequent|most frequently|most often|most commonly|most prevalent|most commonly used|
     most frequently used|most widely used|most used|most frequently occurring|most records|most number of records|
     largest number of records|highest number of records|greatest number of records`,
  ],
  [
    'asc',
    `least common|least popular|least frequent|least frequently|least often|least commonly|least commonly used|
     least frequently used|least used|rarest|fewest records|least records|least number of records`,
  ],
]);

/** `rented most often`: rows by how many others they have. */
export const TIMES_RANKED = meanings<'asc' | 'desc'>([
  [
    'desc',
    `the most times|most times|the most number of times|most number of times|the greatest number of times|
     the largest number of times|the highest number of times|most of the times|most of the time|most often|the most often|most frequently|the most frequently|
     the most|most`,
  ],
  [
    'asc',
    `the fewest times|fewest times|the least times|the fewest number of times|the least number of times|
     the smallest number of times|the lowest number of times|least often|the least often|least frequently|the least|least`,
  ],
]);

/** `at least twice`, `more than once`. */
export const TIMES_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
]);

/** `older than every engineer`, `older than at least one engineer`. */
export const EVERY_OF = meanings<'all' | 'some'>([
  ['all', 'all|every|all the|all of the|that of all|that of every|those of all'],
  ['some', 'some|at least one|that of some|that of at least one'],
]);

/** Of what a comparative speaks where it names no column: `older than 30`. */
export const COMPARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['older', ['age']],
  ['younger', ['age']],
  ['taller', ['height']],
  ['heavier', ['weight']],
  ['lighter', ['weight']],
  ['longer', ['length', 'duration', 'distance']],
  ['shorter', ['length', 'duration', 'height']],
  ['cheaper', ['price', 'cost']],
  ['costlier', ['price', 'cost']],
  ['pricier', ['price', 'cost']],
  ['dearer', ['price', 'cost']],
  ['faster', ['speed']],
  ['slower', ['speed']],
  ['higher', ['height', 'elevation', 'altitude']],
]);

/** `at least as old as`, `at least as many votes as`: around what is compared. */
export const AS_MUCH = meanings<ComparisonOperator>([
  ['>=', 'at least as'],
  ['<=', 'at most as'],
]);
export const MUCH = words('many much high large big great');
/** Of what the adjective of such a comparison speaks. */
export const DEGREES_COMPARED: ReadonlyMap<string, readonly string[]> = new Map<
  string,
  readonly string[]
>([
  ['old', ['age']],
  ['tall', ['height']],
  ['heavy', ['weight']],
  ['long', ['length', 'duration', 'distance']],
  ['expensive', ['price', 'cost']],
  ['fast', ['speed']],
]);

/** Of what a verb speaks that a bound follows: `weigh between 80 and 90`, `costs less than 20`. */
export const MEASURING: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  [
    ...['weigh', 'weighs', 'weighing', 'weighed'].map((verb) => [verb, ['weight']] as const),
    ...['cost', 'costs', 'costing'].map((verb) => [verb, ['price', 'cost']] as const),
    ...['earn', 'earns', 'earning'].map((verb) => [verb, ['salary', 'wage']] as const),
  ],
);

/** `sorted by price`, `list them in the order of age`. Longest first. */
export const ORDERED = meanings<true>([
  [
    true,
    `sorted by|ordered by|order by|sort by|arranged by|ranked by|listed by|sorted in|ordered in|order them by|sort them by|
     rank them by|order the results by|sort the results by|order the result by|sort the result by|sorted|ordered|
     sort the list by|in order of|in the order of|by order of|in order by|ordered according to|sorted according to|ordered based on|
     sorted based on|ordering by|sorting by|ordered first by|sorted first by|order results by|sort results by|sort it by|order it by|listed in|arranged in|arrange them in|sort them in|
     order them in|list them in|listing them in|list them by|sort the results in|order the results in|
     alphabetically ordered by|ordered alphabetically by|sorted alphabetically by|listed alphabetically by|
     alphabetically sorted by|in an|in a|in`,
  ],
]);

/** `from youngest to oldest` */
export const AGES_OF_ENDS = words('young youngest');

/** `from oldest to newest`, `in chronological order` */
export const TIMES_OF_ENDS = words(
  'old oldest new newest early earliest late latest recent chronological',
);

/** `from high to low`, `shortest to longest`: said of numbers, and of no name. */
export const NUMBERS_OF_ENDS = words(
  'low lowest high highest small smallest large largest least most great greatest short shortest long longest',
);

/** `from oldest to youngest`, `descending`: which end comes first. */
export const DIRECTIONS = meanings<'asc' | 'desc'>([
  [
    'asc',
    `ascending|increasing|alphabetical|alphabetic|lexicographical|lexicographic|lexical|ascending alphabetical|chronological|
     from low to high|from lowest to highest|from smallest to largest|from least to most|from youngest to oldest|
     from small to large|from the lowest to the highest|from shortest to longest|from earliest to latest|
     from least to greatest|from old to new|from oldest to newest|from earliest to most recent|low to high|lowest to highest|
     lowest first|smallest first|oldest first|earliest first|youngest first|ascendingly|in ascending order|in increasing order|ascending order|alphabetically|
     in alphabetical order|in lexicographical order|in ascending alphabetical order|from the earliest to the latest|
     from the least to the most|from the youngest to the oldest|in an ascending order|in chronological order`,
  ],
  [
    'desc',
    `descending|decreasing|reverse alphabetical|reversed alphabetical|reverse lexicographic|reversed lexicographic|
     reverse lexicographical|reversed lexicographical|in reversed order|reversed order|descending alphabetical|reverse chronological|from high to low|
     from highest to lowest|from largest to smallest|from most to least|from oldest to youngest|from large to small|
     from the highest to the lowest|from longest to shortest|from latest to earliest|from new to old|from newest to oldest|
     from most recent to least recent|from most recent to earliest|from greatest to least|from greatest to smallest|high to low|highest to lowest|
     highest first|largest first|newest first|latest first|in descending order|in decreasing order|descending order|from the oldest to the youngest|
     from the largest to the smallest|from the most to the least|in reverse alphabetical order|in a descending order|
     in reverse order|from the most recent to the oldest|most recent first|from most recent to oldest|
     starting from the most recent one|starting with the most recent one|starting from the most recent|
     starting with the most recent`,
  ],
]);

/** Denies what follows: `that do not have`, `without`. */
export const NEGATIONS = meanings<true>([
  [
    true,
    `not|no|never|without|without any|not any|n't|neither|with no|nor|but not|but no|but without|but never|but not any|but do not|
     but does not|but did not|but are not|but is not|but was not|but were not|but have not|but has not|but have no|but has no|
     but with no|but have never|but has never|but do not have|but did not have|but do not have any|but does not have`,
  ],
]);

/** Denies that anybody did what follows: `books that nobody has borrowed`. */
export const NOBODY = phrases('nobody|no one|noone|no - one|no person');

/** `for each city`, `per city`: longest first. */
export const GROUPING = meanings<true>([
  [
    true,
    `for each of the|for each|for every|of each|of every|in each|in every|by each|per|by every|from each|from every|at each|
     to each|on each|grouped by|group by|broken down by|group them by|categorized by|classified by|with each|under each|
     for each kind of|of each kind of|in each kind of|each kind of|for each different|of each different|in each different|for different|of different|in different|for each type of|
     across each|across different|across every|within each|belonging to each|for each distinct|corresponding to each|each|every|by each of the|
     by different|associated with each|for each possible|on every|owned by each|held by each|used by each|
     made by each|produced by each|provided by each|done by each`,
  ],
]);

/** `whose name contains "an"`. */
export const MATCHING = meanings<MatchMode>([
  [
    'contains',
    `contains the word|contain the word|containing the word|contains the substring|contain the substring|contains the phrase|
     contains the letter|contain the letter|contains|contain|containing|includes the word|include the word|
     includes the substring|includes the letter|includes the phrase|has the substring|has the word|have the word|
     with the word|with the substring|that contain|has the letter|have the letter|with the letter|includes|including the word|
     having the word|have the substring|contains the string|contain the phrase|include the substring|contains the letters|
     has substring|have substring|has the phrase|have the phrase|with the phrase|include word|includes word|include the string|
     includes the string|containing the phrase|containing the letter|containing the string|contain the string|include the letter|
     has the string|have the string|contain the letters|contains word|contain word|containing word|contains substring`,
  ],
  [
    'starts',
    `starts with the letter|start with the letter|starting with the letter|begins with the letter|begin with the letter|
     starts with|start with|starting with|begins with|begin with|beginning with|start with letter|starts with letter|
     begins with letter|prefixed with|has the prefix|have the prefix|with the prefix|starts from|with prefix|start from`,
  ],
  [
    'ends',
    `ends with the letter|end with the letter|ending with the letter|ends with|end with|ending with|ends in|end in|ending in`,
  ],
]);
