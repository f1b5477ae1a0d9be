import type { OwnForm, OwnRole, RowState } from '#src/language/meanings.ts';
import { meanings, phrases, words } from '#src/language/tables.ts';

/** `newest first`: what ends an order that is said by what is listed first. */
export const ENDS_ORDER = words('first');
/** Orders of whatever is shown, behind a question. */
export const ORDER_SIGNS = meanings<'asc' | 'desc'>([
  ['desc', 'descending|desc|high to low|highest to lowest|largest to smallest|most to least'],
  ['asc', 'ascending|asc|low to high|lowest to highest|smallest to largest|least to most'],
]);
/** What the name of a date ends in that a part of it is asked of: `signup year`, of the signup date. */
export const DATE_HEADS = ['date', 'at', 'on', ''] as const;

const NO_WORDS = words('');

export const OWN_ROLES: readonly OwnRole[] = [
  {
    of: words('manager managers report reports boss supervisor superior mgr supervised managed'),
    up: words('manager managers boss bosses supervisor supervisors superior superiors'),
    down: words('report reports subordinate subordinates'),
    below: NO_WORDS,
    verbs: words('manages manage manager supervises supervise'),
    done: words('managed supervised'),
    follows: words('reports report reporting'),
  },
  {
    of: words('parent'),
    up: words('parent parents'),
    down: words('child children'),
    below: words('sub child'),
    verbs: NO_WORDS,
    done: NO_WORDS,
    follows: NO_WORDS,
  },
];

/** Within the name of a column that says of which other row a row is something: `sequel of`. */
export const PART_OF = words('of to');
/** Within one that says who did it: `referred by`. */
export const DONE_BY = 'by';

/** Forms by what they ask for, in the order in which they are tried. */
const forms = <Kind>(table: readonly (readonly [Kind, string])[]) =>
  table.flatMap(([kind, text]) =>
    text.split('|').map((one) => ({ kind, form: one.trim().split(/\s+/) })),
  );

/** Behind what is done to somebody: `assigned to`. */
export const TO_WHOM = words('to');

/** What people at work are called beside their own name. */
export const STAFF = words(
  'people person persons staff employee employees everybody everyone colleagues workers',
);
/** `reports to` */
export const FOLLOWED = words('to');
/** `direct reports` */
export const DIRECT = words('direct directly');

/**
 * How rows are asked for by a reference to their own table. `{x}` is a row, `{h}` what is asked of the rows, `{rows}` their name,
 * and the rest words of the role.
 */
export const OWN_FORMS = forms<OwnForm>([
  [
    'pairs',
    `who {follows} to whom|{rows} and their {up}|{rows} with their {up}|all {rows} and their {up}|
     list all {rows} and their {up}|{up} of each {rows}|list {rows} and their {up}|show {rows} and their {up}|each {rows} and their {up}`,
  ],
  [
    'rootless',
    `who {follows} to nobody|who {follows} to no one|who does not report to anyone|who has no {up}|{rows} who {follows} to nobody|
     {rows} who {follows} to no one|{rows} that {follows} to nobody|{rows} without a {up}|{rows} without {up}|{rows} with no {up}|
     which {rows} have no {up}|who {follows} to no {up}|top level {rows}|{rows} that have no {up}|{rows} who have no {up}`,
  ],
  [
    'childless',
    `{rows} without {down}|who manages nobody|who manages no one|{rows} who manage nobody|{rows} who manage no one|
     which {rows} have no {down}|{rows} with no {down}|{rows} that have no {down}|who has no {down}|{rows} without a {down}|
     {rows} without any {down}|{rows} that do not have a {down}|{rows} that never had a {down}|{rows} who are not {up}|
     {rows} that are not {up}|{rows} who are not a {up}|{rows} that are not a {up}|which {rows} are not {up}|who is not a {up}`,
  ],
  [
    'downs',
    `which {rows} are {down}|which {rows} are a {down}|{rows} that are {down}|{rows} that are a {down}|{rows} which are {down}|all {down}|
     list all {down}|show all {down}|list the {down}|show me all {down}|what are the {down}`,
  ],
  [
    'countDowns',
    `how many {down} are there|number of {down}|how many {rows} are {down}|how many {rows} are a {down}|how many of the {rows} are {down}`,
  ],
  [
    'most',
    `which {up} has the most {rows}|which {up} has the most {down}|who has the most {down}|{up} with the most {rows}|
     {up} with the most {down}|{up} with most {down}|top {up} by number of {down}|who {verbs} the most {rows}|which {up} {verbs} the most {rows}|
     which {rows} has the most {down}|which {rows} have the most {down}|{rows} with the most {down}|{rows} with most {down}`,
  ],
  [
    'groups',
    `how many {rows} does each {up} {verbs}|how many {rows} {follows} to each {up}|how many {down} does each {up} have|
     how many {down} does each {rows} have|number of {down} per {up}|number of {down} by {up}|{down} per {up}|{down} by {up}|
     number of {down} per {rows}|number of {down} by {rows}|{down} per {rows}|number of {down} of each {up}|
     number of {down} of each {rows}|how many {down} per {up}|how many {down} per {rows}|team size per {up}|team size by {up}`,
  ],
  [
    'count',
    `how many {rows} {follows} to {x}|how many {down} does {x} have|number of {down} of {x}|how many {rows} does {x} {verbs}|
     how many {rows} are {done} by {x}|how many {rows} were {done} by {x}|how many {rows} did {x} {verbs}|how many {rows} has {x} {verbs}|
     how many people did {x} {verbs}|how many {rows} work for {x}|how many {rows} work under {x}|how many {down} of {x}`,
  ],
  [
    'down',
    `who {follows} to {x}|{h} who {follows} to {x}|{h} that {follows} to {x}|which {h} {follows} to {x}|{h} reporting to {x}|
     {h} {done} by {x}|{h} who are {done} by {x}|{h} that are {done} by {x}|who is {done} by {x}|who are {done} by {x}|who was {done} by {x}|who were {done} by {x}|
     {h} that were {done} by {x}|{h} who were {done} by {x}|who did {x} {verbs}|whom did {x} {verbs}|{h} {x} {verbs}|{h} that {x} {verbs}|which {h} did {x} {verbs}|who does {x} {verbs}|
     whom does {x} {verbs}|{h} whose {up} is {x}|{h} with {up} {x}|{h} with {x} as {up}|who works under {x}|who works for {x}|
     {h} who work under {x}|{h} who work for {x}|{h} under {x}|{down} of {x}|all {down} of {x}|list {down} of {x}|list the {down} of {x}|
     show {down} of {x}|show the {down} of {x}|{x} 's {down}|which {down} does {x} have|who are {x} 's {down}|who are the {down} of {x}|
     what are the {down} of {x}|what {down} does {x} have|{down} in {x}|{down} under {x}`,
  ],
  [
    'up',
    `who {verbs} {x}|who is {x} 's {up}|what is {x} 's {up}|who is the {up} of {x}|who is {up} of {x}|what is the {up} of {x}|
     {up} of {x}|the {up} of {x}|show the {up} of {x}|show {up} of {x}|name of the {up} of {x}|{x} 's {up}|who does {x} report to|
     whom does {x} report to|to whom does {x} report|who is {x} {done} by|by whom is {x} {done}|name of {x} 's {up}|what is {x} a {down} of|
     which {rows} is {x} a {down} of`,
  ],
  [
    'ups',
    `list all {up}|all {up}|who are the {up}|which {rows} are {up}|show all {up}|list the {up}|show me all {up}|who is a {up}|{rows} who are {up}|
     which {rows} manage others|{rows} who manage others|{rows} with a {down}|{rows} with {down}|{rows} that have a {down}|
     {rows} that have {down}|which {rows} have a {down}|which {rows} have {down}`,
  ],
]);

/** `details of order 10005`: all that is known of a row is asked. */
export const DETAILS_OF = phrases(
  `details of|details for|details about|details on|all details of|the details of|show details of|show the details of|show me the details of|
   show me details of|give me details of|give me the details of|everything about|all about|show everything about|show me everything about|
   information about|information on|info on|info about|information of|tell me about|tell me everything about|
   what do we know about|what do you know about|show all about|full details of|give me all details of|give me everything about`,
);
/** The same before a row that is told by its number alone. */
export const SHOW_ROW = phrases('show|show me|display|give me|get|find|look up|open|pull up|see');
/** Between rows and their number: `order no 10005`. */
export const NUMBERED = words('no number nr num id # no.');
/** `what is in order 10005`: the rows that make it up. */
export const CONTENTS_OF = phrases(
  `what is in|what 's in|what was in|contents of|the contents of|content of|items in|items of|the items of|the items in|
   list items in|show items of|show the items of|which items are in|what items are in|what is on|what was on|what 's on`,
);
/** `when was order 10005 delivered` */
export const WHEN_WAS = phrases('when was|when is|when will');
/** `what did Ann buy`: what was sold to somebody. */
export const BOUGHT = [
  ['what did', 'buy|order|purchase|buy from us|get'],
  ['what has', 'bought|ordered|purchased'],
  ['what does', 'buy|order|purchase'],
].map(([before, after]) => ({ before: phrases(before!)[0]!, after: phrases(after!) }));

/** What has become of rows, by their dates: what follows or precedes the rows, and what it says of them. */
export const ROW_STATES = meanings<RowState>([
  [
    'late',
    'too late|late|behind schedule|delayed|with a delay|after the due date|after their due date|past the deadline|after the deadline',
  ],
  ['punctual', 'on time|in time|before the deadline|within the deadline|by the due date'],
  ['overdue', 'overdue|past due|past their due date|past the due date'],
  ['present', 'current|currently employed|still employed|still here|still working'],
  ['former', 'former'],
  ['new', 'new|newly acquired|brand new|first time'],
  [
    'repeated',
    'returning|repeat|repeating|recurring|loyal|that came back|who came back|who ordered again',
  ],
  ['single', 'one time|one off|onetime'],
  ['inactive', 'inactive|dormant|lapsed|sleeping'],
]);
/** `left in 2024`: said of people. */
export const LEFT = phrases('left us|left the company|left|quit|resigned|have left|has left');
/** `not paid yet` */
export const YET = words('yet');
/** What was not done, where its verb is none by its ending. */
export const UNDONE: ReadonlyMap<string, string> = new Map([
  ['unpaid', 'paid'],
  ['unsent', 'sent'],
  ['unmet', 'met'],
]);
/** Denials before what was not done: `not yet paid`. */
export const NOT_YET = phrases(
  'not yet|not yet been|have not been|has not been|not|never|are not|were not|not been|still not',
);
/** Between rows and what has become of them. */
export const BEFORE_STATES = words(
  'that which who were was are is been have has still being had yet did',
);
/** What may end a question after the rows: `did we get`. */
export const WE_HAVE = phrases(
  'did we get|did we win|did we acquire|did we gain|did we have|do we have|have we got|are there|were there|we got|did we sign up|did we hire',
);
/** Done, whatever it was. */
export const FINISHED = words('finished completed ended done closed concluded');

/** Units that a duration may be asked in. */
export const DURATION_UNITS: ReadonlyMap<string, 'days' | 'hours' | 'minutes'> = new Map([
  ...['day', 'days'].map((word) => [word, 'days'] as const),
  ...['hour', 'hours', 'hrs', 'hr'].map((word) => [word, 'hours'] as const),
  ...['minute', 'minutes', 'mins'].map((word) => [word, 'minutes'] as const),
]);
/** Before a unit that is said apart: `in hours`. */
export const IN_UNITS = words('in as');

const crossed = (...parts: readonly string[]): string =>
  parts.reduce((before, part) =>
    before
      .split('|')
      .flatMap((one) => part.split('|').map((other) => `${one.trim()} ${other.trim()}`))
      .join('|'),
  );

/**
 * How long something took, by where it begins and ends: `{a}` and `{b}` are dates, `{rows}` what they are dates of, `{whose}` that
 * or what it belongs to, `{unit}` what is counted. Without a `{b}`, how long rows lasted from their first date to their last.
 */
export const DURATIONS = [
  crossed(
    `time|{unit}|number of {unit}|amount of {unit}|how many {unit}|how many {unit} are|how many {unit} are there|how many {unit} pass|
     how many {unit} passed|how many {unit} go by|how many {unit} lie|how long|how long is it|how long is the time|how much time passes|
     duration|time span|gap|delay|time it takes|how long it takes`,
    'from {a} to {b}|from {a} until {b}|from {a} till {b}|between {a} and {b}',
  ),
  crossed(
    `time|{unit}|number of {unit}|time taken|time it takes|time needed|how long|how long it takes|how long does it take|how long did it take|
     how long do we take|how long do we need|how long it takes us|how long does it take us|how many {unit}|how many {unit} does it take|
     how many {unit} does it take us|how many {unit} did it take|how many {unit} do we take|how many {unit} do we need|how many {unit} we need|
     how many {unit} it takes|how many {unit} pass|how many {unit} go by`,
    `to {b}|until {b}|till {b}|before {b}|to {b} {rows}|to get {rows} {b}|to get {b}|until {rows} is {b}|until {rows} are {b}|
     until {rows} get {b}|until {rows} gets {b}|until {rows} got {b}|until {rows} was {b}|until {rows} were {b}|until {rows} has been {b}|
     until {rows} have been {b}|before {rows} is {b}|before {rows} are {b}|before {rows} get {b}|before {rows} gets {b}|
     for {rows} to be {b}|for {rows} to get {b}`,
  ),
  crossed(
    'once|after|when',
    '{rows} is {a}|{rows} are {a}|{rows} was {a}|{rows} has been {a}',
    ', how many {unit}|how many {unit}|, how long|how long|, how much time|how much time',
    'go by before|pass before|does it take before|does it take until|passes before|go by until|pass until|passes until',
    "it is {b}|it 's {b}|it gets {b}|they are {b}|they get {b}|it has been {b}|{b}",
  ),
  `{b} time|{b} times|{b} duration|{rows} {b} time|{rows} {b} times|how long does {b} take|how long did {b} take|how many {unit} does {b} take|
   how many {unit} did {b} take|how long do {whose} take to {b}|how long does {whose} take to {b}|how long did {whose} take to {b}|
   how many {unit} do {whose} take to {b}|how many {unit} does {whose} take to {b}|how long do {rows} take to get {b}|
   how long does {rows} take to get {b}|how long do {rows} take to be {b}|how long does {rows} take to be {b}`,
  `{rows} length|{rows} lengths|{rows} duration|{rows} durations|length of {rows}|duration of {rows}|how long are {rows}`,
  crossed(
    'how long|how many {unit}|number of {unit}',
    'do {rows}|does {rows}|did {rows}|{rows}',
    'last|lasts|lasted|take|takes|took',
  ),
]
  .flatMap((forms) => forms.split('|'))
  .map((one) => one.trim().split(/\s+/));
/** Before how long something took. */
export const BEFORE_DURATIONS = words(
  "what 's is was the our show me give tell of a an on average , please",
);
/** Between a duration and the rows that it is that of. */
export const OF_DURATIONS = words('of for');
/** Before what begins or ends it: `from its opening to the payment`. */
export const BEFORE_DURATION_ENDS = words('its their his her when');
/** Before rows, of which all are meant. */
export const ALL_OF_DURATIONS = words('all');
/** Between rows and what was done with them, where a duration that ends with it is asked: `of invoices that have been paid`. */
export const DONE_OF_DURATIONS = phrases(
  `that have been|that has been|which have been|which has been|that are|that were|which are|which were|that got|already|
   that have already been|that are already`,
);

/** Between two things that are compared: `A vs B`. */
export const VERSUS = words('vs versus');
/** What asks for a comparison, where less than `vs` parts the two. */
export const COMPARE = words('compare comparing comparison');
export const COMPARED_WITH = words('and with to vs versus');
export const COMPARED_TO = phrases(
  'compared with|compared to|as compared with|as compared to|as against',
);
/** Around what is compared. */
export const AROUND_COMPARED = words('of in for by between from with the on . ,');
