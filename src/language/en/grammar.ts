import { TABLE_CONTAINERS } from '#src/language/en/name-heads.ts';
import type { NameHead, VerbOfTimes } from '#src/language/meanings.ts';
import { meanings, phrases, words } from '#src/language/tables.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';

/** Words that stand for no thing of the data by themselves. */
export const PLAIN = words(
  'a an the this that these those their its his her our all any each every me us it they them here there not no none',
);

/** `Order the names`: what follows a request. */
export const DETERMINERS = words('the all me us each every a an them these those their its');

/** `every soprano`: words that one of several things stands after. */
export const COUNTERS = words('a an every each another');

/** `mountains they climb`: subjects that were spoken of before. */
export const PRONOUNS = words('they he she it');

/** `who directed them`: rows that were spoken of before. */
export const OBJECTS = words('them him her it');

/** `its captain`: what belongs to rows that were spoken of before. */
export const POSSESSIVES = words('their its his her');

/** `which artist`: one of several is asked. */
export const CHOOSING = words('which what whose');

/** `where was it built`: what is asked without a name. */
export const ASKING_ADVERBS: ReadonlyMap<string, 'place' | 'time'> = new Map([
  ['where', 'place'],
  ['when', 'time'],
]);

/** `the tracks that Ann bought` */
export const RELATIVE = words('that which whom');

/** `currently being repaired` */
export const PRESENTLY = words('currently presently now');

/** Between two conditions. */
export const CONTRASTING = words('and but');

/** Ends of an order, of which a number says how many: `last 5 bookings`. */
export const COUNTED_ENDS = words(
  'first last top bottom best worst latest earliest newest oldest next',
);

/** Words that ask for somebody, who does what follows: `who heads the department`. */
export const PERSONS = words('who whom');

/** Verbs that tell rows apart, but for those that they tie to others: `rooms used by guests`, `counties that contain cities`. */
export const TYING = words('used contain contains containing include includes including');

/** Phrases that tie rows to others, as verbs do: `the nurse in charge of a ward`, `lenses compatible with two cameras`. */
export const TIES = phrases(
  `in charge of|responsible for|compatible with|affiliated with|related to|connected to|
   connected with|linked to|linked with|belong to|belongs to|belonging to|involved in|engaged in|available at|
   available in|available on|available for|available from|available to|assigned to|registered for|registered in|
   registered at|enrolled in|enrolled at|working for|working at|working in|work for|works for|work at|works at|
   employed by|employed at|look after|looks after|looking after|looked after by|taken care of by|take care of|takes care of|taking care of|care for|
   cares for|caring for|taking part in|take part in|took part in|participated in|participate in|participating in`,
);

/** The first words of ties that say how rows are, too: `copies available at the branch`. */
export const STATING_TIES = words('available');

/** `staff who`: words that something must follow. */
export const DANGLING = words(
  'who whom whose which that with without of by for from than and or the a an not between',
);

/** `Sort the customers`: an order is owed. */
export const SORTING = words('sort order rank');

/** `number of orders`: words that count, and name nothing alone. */
export const COUNTING_WORDS = words('number count amount total');

/** Words of the grammar that are no verbs, whatever they stand after. */
export const OPERATING = words(
  'not no never neither nor nobody noone none nothing lack lacks lacking more less fewer most least only also both either all each every than same different at over under above below split grouped broken',
);

/** What a verb stands after where its form does not tell that it is one: `who teach`. */
export const VERB_OPENERS = words('who that which do does did to can could will not never');

/** Verbs that say no more than that rows are there: `the number of payments made`. */
export const LIGHT_VERBS = words(
  'made received got given owned involved offered listed recorded exist exists existing conducted had placed',
);

/** Words that a participle stands after where it is the verb of its sentence: `have ordered books`. */
export const AUXILIARIES = words(
  'is are was were be been being has have had having not never ever also they he she it we you who that which did do does only once just',
);

/** Verbs that `not` is written together with, with an apostrophe or without: `don't`, `dont`. */
export const CONTRACTIONS: ReadonlyMap<string, string> = new Map([
  ...[...words('do does did is are was were have has had could would should must need')].map(
    (verb) => [`${verb}nt`, verb] as const,
  ),
  ['cant', 'can'],
  ['cannot', 'can'],
  ['wont', 'will'],
]);

/** `have yet to order`: they have not. */
export const NOT_YET = ['yet', 'to'] as const;

/** Words that a name neither begins nor ends with. */
export const ARTICLES_AT_ENDS = words('a an the all any each every their its not no');

/** Words of the grammar that are no values unless they are quoted. */
export const COMMON = words(
  `not no never none only both either neither or and more most less least than average total number maximum minimum sum count
   different distinct each every other another same between above below over under at least first last up out off away`,
);

/** Between a column and its value: `whose name is`, `a city of`. */
export const BEING = words(
  'is are was were be being of equal equals to = as named called titled in at on that has have had having : a an the',
);

/** `boats that are sloops` */
export const BE_FORMS = words('is are was were be been');

/** Between a column and a bound: `a price that is above`. */
export const BEFORE_BOUNDS = words(
  'is are was were be being of that has have had having a an the at = :',
);

/** `between 3 and 5`, `from 3 to 5` */
export const BETWEEN_ENDS = words('and to');

/** Between a column and `contains`. */
export const BEFORE_MATCHES = words('that which do does did not is are');

/** Between a date and when it was. */
export const BEFORE_PERIODS = words('is was are were of falls');

/** What a period begins with after its column. */
export const PERIOD_OPENERS = words(
  'in on before after since until during between from later earlier prior',
);

/** `in Oslo or that have …`: between `or` and the second condition. */
export const AFTER_OR = words(
  'that who which have has had whose with are is were was been in at by from of a an the',
);

/** `parking as their feature`: between a value and its column. */
export const BEFORE_ROLES = words('as');

/** `contains the word A or the word B` */
export const BEFORE_TEXTS = words('the a word words letter letters substring phrase string text');

/** `the album named X` */
export const NAMING = words('named called titled name');

/** `names of the directors` */
export const NAMES = words('name names');

/** Between a negation and what it denies. */
export const AFTER_NEGATIONS = words(
  'do does did has have had having any been be being are is was were a an the in from of with at to for on by',
);

/** Between a verb and what it ties to its rows: `sell both a lamp and a chair`. */
export const BEFORE_OBJECTS = words('a an the both either any some');

/** `the average of those in Oslo` is not that of all. */
export const NARROWING = words('of for in among from');

/** Words after a number that are its unit, which nobody has compared with the column's. */
export const UNITS_OF_MEASURE = words(
  `% percent dollar dollars euro euros year years month months day days hour hours minute minutes second seconds km kg mile
   miles times million billion`,
);

/** Above or below, of an average: `exceeds the average`. */
export const ABOVE: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['above', '>'],
  ['over', '>'],
  ['exceeds', '>'],
  ['exceed', '>'],
  ['exceeding', '>'],
  ['below', '<'],
  ['under', '<'],
]);

/** `above that of Ann`, `more than those of Ann` */
export const OF_THAT = phrases('that of|those of|the one of|that for|those for');

/** `at least 30 years old` */
export const AGES = phrases('years old|year old|years of age');
export const AGE = 'age';
/** `people over 40`, `40 and over`: comparisons that are said of the age of people without naming it. */
export const AGE_BOUNDS = words('over under above below');
/** `aged over 40`, `aged 40` */
export const AGED = words('aged');
/** `past the age of 50`: what stands before an age. */
export const BEFORE_AGES = meanings<ComparisonOperator>([
  ['>', 'past the age of|past age'],
  ['=', 'at the age of'],
]);
/** `in their forties`: the first of ten years. */
export const AGE_DECADES: ReadonlyMap<string, number> = new Map([
  ...['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties'].map(
    (word, tens) => [word, 10 * (tens + 2)] as const,
  ),
  ...[2, 3, 4, 5, 6, 7, 8].map((tens) => [`${10 * tens}s`, 10 * tens] as const),
]);
export const BEFORE_AGE_DECADES = phrases('in their');
/** Between people and their age: `who are over 40`. */
export const BEFORE_AGE_BOUNDS = words('who that is are was were aged');
/** More than anybody's age. */
export const MAX_AGE = 120;

/** `towns with more than 5000 people`: who is counted by a column of the rows, where nobody else is called so. */
export const INHABITANTS = words('people persons inhabitants residents');
export const POPULATION = 'population';
export const BEFORE_INHABITANTS = words('with having have has had that which where of');

/** `rated 8 or better`: better is more of these. */
export const BETTER = phrases('or better|and better');
export const BETTER_IF_MORE = words('rating ratings score scores stars points mark marks gpa');

/** `tracks that belong to an album`, `not held yet`: words that say no more than that rows are there and tied to others. */
export const RELATING = words(
  `belong belongs belonging belonged own owns owned owning possess possesses possessed possessing involve involves involved
   involving participate participates participated participating correspond corresponds corresponded appear appears
   appeared appearing originate originates originated originating yet anywhere`,
);

/** `by name, then by age` */
export const THEN_BY = phrases(
  ', and then by|, then by|and then by|, and finally by|, then finally|, and lastly by|, and then|, then|then by|and then|, by|, and by|and by|and|,',
);

/** `the cities and the number of shops in that city` */
export const SAME_GROUP = words('that this');

export const DISTINCT = words('distinct different unique various');

/** `most orders`: ranks rows by how many others they have. */
export const MOST = words('most fewest least');

/** `the highest total number of dead`: what stands before an amount that is ranked. */
export const BEFORE_AMOUNTS = words('number of total combined sum amount count the');
/** `start km`, `closing stock`: what a number was at one end, and no amount of its own. */
export const ENDS_OF_SPANS = words(
  'start begin beginning initial opening end ending final closing before after',
);
/** `deaths plus injuries` */
export const ADDING = words('plus');

/** `the average number of floors`, `the total amount of sales` */
export const QUANTITIES = phrases('number of|amount of');

/** What may stand before the function of a measure. */
export const BEFORE_MEASURES = words('the all a an their its his her any these those');

/** What may stand before the rows that a measure is said of. */
export const BEFORE_ROWS = words('the all any a an their those these its different distinct');

/** Verbs that say no more of a time than that it is the one of the rows: `races held in 2009`. */
export const HAPPENING = words(
  'held happened happen happening occurred occur occurring made took placed recorded dated given done',
);

const JOINING = 'join register registration enroll subscribe become became membership signup'.split(
  ' ',
);
const HIRING = 'hire hiring start join employ employment entry begin recruit'.split(' ');
const FOUNDING = 'found foundation establish create form inception incorporate'.split(' ');
const RELEASING = 'release publish publication issue premiere'.split(' ');
const SENDING = 'ship shipment send dispatch mail'.split(' ');
/** `joined in 2018`, of a date that customers became it; `went out before 1980`, of the date of shipments. */
export const VERBS_OF_TIMES = meanings<VerbOfTimes>([
  [
    { verbs: [...JOINING, ...HIRING] },
    'joined|join|signed up|sign up|registered|enrolled|became customers|became members',
  ],
  [{ verbs: HIRING }, 'hired|recruited|employed|started|began|onboarded'],
  [{ verbs: FOUNDING }, 'founded|established|set up|created|formed|were set up'],
  [{ verbs: RELEASING, plain: true }, 'came out|come out|comes out|released|published'],
  [{ verbs: SENDING, plain: true }, 'went out|sent out|shipped|dispatched|mailed'],
]);

/** What may stand at the end and belongs to what is asked: `the countries that climbers are from`. */
export const STRANDED = words('from of in at to on for with by');

const ORIGINS = ['source', 'src', 'origin', 'departure', 'start', 'from'];
const DESTINATIONS = ['destination', 'dest', 'dst', 'arrival', 'end', 'to'];
/** `routes that end at an airport`: verbs that tell which of two references is meant, and what these are called. */
export const ROLE_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ...'start|starts|starting|started|begin|begins|beginning|depart|departs'
    .split('|')
    .map((verb) => [verb, ORIGINS] as const),
  ...'departing|departed|originate|originates|originating|leave|leaves|leaving|left'
    .split('|')
    .map((verb) => [verb, ORIGINS] as const),
  ...'end|ends|ending|ended|arrive|arrives|arriving|arrived|land|lands|landing|landed'
    .split('|')
    .map((verb) => [verb, DESTINATIONS] as const),
]);

/** `date of birth`: what persons have, rather than when something was. */
export const BIRTHS = words('birth born birthday birthdate dob');

/** `companies that own more assets than`: verbs before a number of the rows, which say no more than that they have it. */
export const HOLDING = words(
  `own owns owning hold holds holding offer offers offering possess possesses boast boasts contain contains feature features
   reach reaches reached show shows`,
);

/** `Who has a friend`: the rows that have something are asked. */
export const POSSESSING = words('has have had owns own');

/** What may stand between the end of a sentence and what is asked. */
export const BEFORE_ITEMS = words('the a an is are was were');

/** Before the rows that are asked: `of the students`, `for all employees`. */
export const ROW_LINKS = words('of for from in by about across among on that with');

/** Between what is asked to be seen and the rows that it is said of: `names of the ships`. */
export const BEFORE_OWNERS = words('of for in from');

/** Around a direction: `sorted in descending order of the price`. */
export const ORDER_GLUE = words(
  'order by of the their its a an in on according to based results result them',
);

/** `newest first`, `starting with the oldest`, `from the highest to the lowest`: around the end that is listed first. */
export const LISTED_FIRST = words('first');
export const LISTED_FROM = phrases(
  'starting with|beginning with|starting from|beginning from|start with|begin with|starting at',
);
export const LISTED_TO = words('to');
export const LISTING_VERBS = words('start begin');

export const IN_ORDER_OF = phrases('in order of|in the order of|in order by');

/** Before a direction that stands after its measure. */
export const BEFORE_DIRECTIONS = words('in a an the ,');

/** `the number of members from each` */
export const BEFORE_EACH = words('in for of from at by per does has have');

/** `How many customers`: the number of rows is asked. */
export const COUNTING = phrases(
  `how many different|how many distinct|how many unique|how many|count how many|count the total number of|count the number of different|
   count the number of|count the different|count the distinct|count the|count all|count all the|count`,
);

/** `all the information about customers` */
export const WHOLE = phrases(
  `all the information|all information|all the details|all details|all the data|all the attributes|all columns|all info|
   all the info|information|the information|the details|all the contents`,
);
export const WHOLE_OF = words('of about on for regarding from in');

/** What joins the parts of a list: `names and ages`, `names along with ages`. */
export const JOINERS = phrases(
  `, and also|, and|, as well as|, along with|, together with|as well as|along with|together with|and also|and what are|
   and what is|and list|and show|and return|and|,|&|/`,
);

/** What makes clear that more is to be shown, wherever it stands. */
export const BESIDE = phrases(
  `, along with|along with|together with|as well as|, as well as|and their|and its|, and their|and how many|, and how many|
   and show|and list|and also show|and what is|and what are|, and what is|, and what are|, and show|, show|, list|
   and give|, and give|, give|, with the|, with their|, with its|, each with the|, each with its|, each with their|
   , and what is that|, and what was the|, and what were the|and what was the|and what is that`,
);

/** `…, and in what year is that?`: something more that is asked of the rows that were spoken of. */
export const ASKED_BEHIND = words('in at on for by with of from');
export const ASKED_WHICH = words('what which');
export const ASKED_VERBS = phrases(
  `is that|is it|was that|was it|is this|are they|were they|are these|does it have|did it have|does he have|does she have|do they have|
   did they have|has it|have they`,
);

/** `List the name and the number`: what was computed before. */
export const SAME_NUMBER = phrases(
  `the number|the count|the counts|the numbers|the corresponding number|the corresponding count|the respective number|
   that number|that count|this number|this count|its count|its number|their count|their counts|the total count|the total number|count|
   the number of them|how many are there|how many there are|how many of them there are|how many of them are there|how many of them|
   how many do they have|how many it has|how many they have|how many times|how many times is it|how often`,
);

/** `and how much is it`: the column that rows were ranked or bounded by. */
export const SAME_AMOUNT = phrases(
  `how much is it|how much is that|how much was it|how much was that|how much it is|how much that is|that amount|that value|
   this amount|this value|that figure|the number|that number|this number`,
);
/** `the total`, `that average`: before a function that was computed. */
export const SAME_FUNCTION = words('the that this its their');

/** `cities shared by more than two shops` */
export const SHARED = phrases(
  `shared by both|shared by|shared between|held by both|held by|used by both|used by|common to both|common to|
   that have both|that has both|have both|has both|with both|both`,
);

/** Between those that share something and what is said of them: `both schools that were founded before 1890`. */
export const BEFORE_SHARED = words(
  'a an the some any that which who whose with having have has had is are was were of in at from one ones both those',
);

/** `how old are they` */
export const DEGREES = meanings<readonly string[]>([
  [['age'], 'how old is|how old are|how old was|how old were'],
  [['height'], 'how tall is|how tall are|how high is|how high are'],
  [['weight'], 'how heavy is|how heavy are'],
  [['length', 'duration'], 'how long is|how long are'],
  [['price', 'cost'], 'how much does|how much do|how expensive is|how expensive are'],
]);

/** `top 5 shops by revenue` */
export const RANKED_BY = phrases(
  `by|in terms of|according to|based on|with the most|with the highest|with the largest|with the greatest|that have the most|that have the highest|
   who have the most|having the most|having the highest`,
);

/** `have 'senior' in their titles` */
export const HAVING = words('have has had having with containing include includes including');
export const PART_NAMES = words('the a an word substring string letter letters phrase text');
export const PART_OF = phrases(
  `in their|in its|in the|in part of their|in part of its|in part of the|as part of their|as part of its|as part of the|
   as a part of their|as a part of its|as a substring in their|as a substring in its|as a substring in the|
   as a substring of their|as a substring of its`,
);

/** `containing the letter a` */
export const TEXT_NAMES = words('letter letters word substring phrase string prefix');

export const FILLERS = phrases(
  `in total|at all|in all|, in total ,|so far|in the record|in the records|in our record|in our records|on record|on file|
   in their record|in their records|in the system|in our system|in all times|of all time|of all times|in the past|
   in history|to date|until now|up to now|ever|have once|has once|had once|were once|was once|been once|before ?|before .|
   yet ?|yet .|at some point|at any point|at one point|his or her|her or his|his / her|he or she|she or he`,
);

/** `in the store`: where all of the rows are, if nothing of the data is called so. */
export const SETTINGS = words(
  `store shop company firm business enterprise inn hotel hostel restaurant network club association organization
   organisation school college university campus hospital clinic library museum gallery zoo park theatre theater studio
   agency bank office factory warehouse inventory market fleet league tournament competition collection catalog catalogue
   archive registry portfolio platform site website farm bakery clinic choir orchestra`,
);
export const BEFORE_SETTINGS = words('in at of');
export const SETTING_ARTICLES = words('the this our my');
/** `people who could stay in the inn`: how many there could be is asked. */
export const MODALS = words('can could able may might');

/** `made before 1980`, where years are kept as numbers. */
export const YEAR_OPENERS = meanings<ComparisonOperator>([
  [
    '=',
    'in|in the year|in the year of|in year|during|during the year|for the year|for the year of|in the year :|during year',
  ],
  ['<', 'before|before the year|before year|prior to|earlier than'],
  ['>', 'after|after the year|after the year of|after year|later than'],
  ['>=', 'since|since the year|starting from'],
]);
export const YEAR = words('year');

/** Between rows and the superlative that picks them: `the product that has had the most complaints`. */
export const BEFORE_PICKS = words(
  'that which who whose with has have had having is are was were the a an been got received',
);

/** Words inside a name that tell nothing. */
export const LOOSE = words("of the a an in for 's and their its");
/** Words of a table's name that say how it is kept: `ref document types`. */
export const CONTAINERS: ReadonlySet<string> = new Set([
  ...TABLE_CONTAINERS,
  ...words('ref reference tbl tb header headers'),
]);
/** Words that a column's name ends with and a question leaves out: `document type code`. */
export const CODED = words('code cd yn text txt');
/** `number of cards` counts them. */
export const COUNTS_OF = words('number count total amount sum');

/** `kind of device`: each of them, where they have no kind. */
export const KINDS_OF = words('kind kinds type types sort sorts variety varieties');

/** Words of columns that tell how rows are, whose values verbs are made of: `cancelled`, of a status `Cancel`. */
export const STATE_NAMES = words('status state stage phase outcome result decision');
/** States that rows are no longer in once a verb has said so: what was opened is not `Open`. */
export const BEGUN = words('open start begin new');
/** Words of columns that tell what rows do, where a value is who does it: `inhibit`, of a type `inhibitor`. */
export const ACTION_NAMES = words('type kind action effect role');

/** Words of columns that tell of what kind rows are. */
export const KIND_NAMES = words(
  'type kind category class sort genre group status species breed model style variety brand form grade level segment family',
);

/** `whose name`, `with the name`: what follows is said of the rows right before. */
export const OWNING = words('whose with having');
/** Links that part a column from the rows that it is said of: `description of photos`. */
export const PARTING = words('of for in and or');

/** Words of columns that hold how often something was done: `visit count`, `times rented`. */
export const NUMBER_OF_TIMES = words('times count counts number frequency');

/** `round id`: what a number ends with that tells rows apart. */
export const NUMBER_HEADS = words('id number no nr num');

/** `staff member`, `catalog entries`: heads that only say that rows are meant. */
export const ROW_HEADS = words('member person people individual record entry');

/** `directed by` names who did something: the director. */
export const AGENTS = words('by');

/** Heads that a column's own name may lack: `founded year`, `phone numbers`. */
export const NAME_HEADS: ReadonlyMap<string, NameHead> = new Map([
  ['number', 'number'],
  ['name', 'text'],
  ['year', 'year'],
  ['date', 'time'],
  ['time', 'time'],
  ['value', 'any'],
  ['amount', 'measure'],
  ['percentage', 'measure'],
  ['rate', 'measure'],
  ['ratio', 'measure'],
  ['figure', 'measure'],
  ['level', 'any'],
  ['size', 'measure'],
  ['score', 'measure'],
  ['count', 'measure'],
  ['title', 'text'],
  ['type', 'category'],
  ['kind', 'category'],
  ['category', 'category'],
  ['status', 'category'],
]);

/** What is measured, with the kinds of units that it is measured in. */
export const DIMENSIONS: ReadonlyMap<string, readonly string[]> = new Map<
  string,
  readonly string[]
>([
  ...['duration', 'runtime', 'running time', 'run time', 'playing time'].map(
    (noun) => [noun, ['time']] as const,
  ),
  ['length', ['length', 'time']],
  ['distance', ['length']],
  ['weight', ['mass']],
  ['mass', ['mass']],
  ['capacity', ['volume']],
  ['volume', ['volume']],
  ['speed', ['speed']],
]);

/** Words that say no more of a number in a unit than that it is measured: `run_seconds`, `total_litres`. */
export const MEASURING = words('run running play playing time total length duration of in');

export const WHOLE_NAME = phrases('full name')[0]!;
export const PERSON_PARTS = phrases('first name|last name');

/** Words of phrases of the grammar that ask for nothing where they stand alone: of `most used`, `all of the`, `listed by`. */
export const GLUE = words(
  `all any used records occurring prevalent number's values value listed ordered sorted ranked grouped up out off away
   at be but do does did are is was were has have had of to by in`,
);

/** What a list goes on with. */
export const LISTS = words('and or nor');

/** `SUVs`: several of what is called by its letters. */
export const LETTERS_IN_PLURAL = /^\p{Lu}{2,}s$/u;

/** Words that leave out each of what is joined behind them. */
export const LEAVING_OUT: ReadonlySet<string> = new Set(
  'exclude excluding except without neither'.split(' '),
);

/** What joins states: of `not A or B` they are neither. */
export const STATE_LINKS: readonly string[] = [', and', ', or', 'and', 'or', 'nor', ','];
export const STATE_LINKS_OF_NOT: readonly string[] = ['or', 'nor', ', or'];
