import type { AskedForWords, OrderWord } from '#src/language/asked-words.ts';
import { meanings, phrases, words } from '#src/language/tables.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

const SMALLEST = FUNCTIONS.min.asked;
const LARGEST = FUNCTIONS.max.asked;

const both = (direction: 'asc' | 'desc'): OrderWord => ({ numbers: direction, dates: direction });

/** `years without pending results`: none of the rows of each is so. */
export const ABSENT = words('no without never lack lacks lacking');

/** `boats but not kayaks` */
export const CONTRAST = words('but yet');

/** `never hosted`: none of several rows is so. */
export const NEVER = words('never');

/** A value that says no: `no`, `N`, `false`, `not paid`, `unpaid`, `none`. */
export const NEGATIVE_TEXT =
  /^(?:n|f|no|false|none|never)$|\b(?:no|not|non|without|never)\b|^(?:un|in|non|dis)/i;

/** What English asks of statements with. */
export const ENGLISH_ASKED_WORDS: AskedForWords = {
  boundsBefore: meanings([
    [
      '<=',
      'no more than|not more than|no greater than|not exceeding|at most|up to|a maximum of|within|no older than|no later than|not over|not above',
    ],
    [
      '>=',
      'no less than|not less than|no fewer than|not fewer than|at least|a minimum of|not below|not under',
    ],
    [
      '>',
      `more than|greater than|larger than|bigger than|higher than|longer than|heavier than|taller than|above|over|
       exceeding|exceeds|exceed|in excess of`,
    ],
    [
      '<',
      'less than|fewer than|lower than|smaller than|shorter than|lighter than|cheaper than|below|under',
    ],
  ]),
  boundsAfter: meanings([
    [
      '>=',
      'or more|or higher|or greater|or above|or longer|or older|or over|or later|or after|and above|and more|and over|and older|and up',
    ],
    [
      '<=',
      'or less|or fewer|or lower|or below|or under|or younger|or shorter|or earlier|or before|and below|and under|and younger',
    ],
  ]),
  beforeNumbers: words('a an the $ € £'),
  excluding: phrases(
    `not from|not in|not on|not at|not by|not come from|not have|not|no|without|without any|never|except|except for|
     excluding|excludes|exclude|other than|apart from|outside|outside of|non|neither|nor|besides|<>|!=`,
  ),
  beforeExcluded: words('the a an any from in of to at on by been'),
  turning: words(
    `not no without never except excluding exclude excludes other apart outside non neither nor besides but lack lacks
     lacking missing none nobody nothing unless rather instead n't minus beyond only <> !=`,
  ),
  negating: words(
    'not no without never except excluding exclude neither nor lack lacks lacking nobody noone nothing',
  ),
  negatedNumbers: words('one'),
  absent: words('without no none'),
  including: words('including include included also even'),
  zeros: words('0 zero zeros zeroes'),
  whenNone: words('if where when'),
  notNegating: words(
    'more less fewer greater later earlier longer only just exceeding necessarily matter',
  ),
  alternative: words('or'),
  average: new Set([...FUNCTIONS.avg.asked, 'averages']),
  // An overall rating is an average.
  total: new Set([
    ...FUNCTIONS.sum.asked.filter((word) => word !== 'overall'),
    'totals',
    'altogether',
  ]),
  notTotal: words('number count no'),
  different: words('different distinct unique'),
  notDifferent: words('from to than'),
  counted: meanings([
    ['asks', 'how many'],
    ['names', 'number of|count of'],
  ]),
  countedWords: words('how many number count'),
  beforeCounted: words('is are do does did of in for with were was have has'),
  numbering: words('number count total num amount quantity qty size no'),
  keptCounts: words('number count total num tot no'),
  counts: words('number count times often frequently counts amount numbers'),
  rates: words(
    'per rate ratio usual usually expected on typical score rating percentage share each mean',
  ),
  ends: new Set([
    ...SMALLEST,
    ...LARGEST,
    ...words(`most least top bottom best worst first last latest earliest peak range ranked
     rank ranking leading leads lead record extreme extremes recent recently when until since ever up down beat than
     biggest current currently newest final`),
  ]),
  orders: new Map<string, OrderWord>([
    // The oldest has the highest age and the earliest birth; the fastest the highest speed and the shortest time.
    ['oldest', { numbers: null, dates: 'asc' }],
    ['youngest', { numbers: null, dates: 'desc' }],
    ['fastest', { numbers: null, dates: null }],
    ['slowest', { numbers: null, dates: null }],
    ['longest', { numbers: 'desc', dates: null }],
    ['shortest', { numbers: 'asc', dates: null }],
    ['highest', both('desc')],
    ...LARGEST.map((word) => [word, both('desc')] as const),
    ...SMALLEST.map((word) => [word, both('asc')] as const),
  ]),
  leads: new Map([
    ['top', 'desc'],
    ['bottom', 'asc'],
  ]),
  extremes: new Map([
    ['most', 'desc'],
    ['least', 'asc'],
    ['fewest', 'asc'],
  ]),
  recent: words('recent recently'),
  notExtremeAfter: words('at'),
  notExtremeBefore: words('of'),
  than: words('than'),
  howBefore: words('how'),
  between: words('between'),
  first: words('first'),
  upTo: words('to'),
  firstAndLast: new Map([
    ['first', 'asc'],
    ['last', 'desc'],
  ]),
  sorting: words(
    'sort sorts sorted sorting order ordered ordering rank ranks ranked ranking arrange arranged first by',
  ),
  places: new Map(
    [...words('second third fourth fifth sixth seventh eighth ninth tenth')].map(
      (word, at) => [word, at + 2] as const,
    ),
  ),
  directions: new Map([
    ['ascending', 'asc'],
    ['descending', 'desc'],
  ]),
  alphabets: new Map(
    [...words('alphabetical alphabetically lexicographic lexicographical lexicographically')].map(
      (word) => [word, 'asc'] as const,
    ),
  ),
  reversing: words('reverse reversed inverse'),
  ranks: words('rank ranking position place order level priority time duration'),
  leading: words('top bottom first best worst leading'),
  backward: words('bottom worst'),
  extremesAfter: words('most least top best worst fewest'),
  later: words(
    `second third fourth fifth sixth seventh eighth ninth tenth next after skip skipping except excluding remaining rest
     other others page following runner`,
  ),
  isOrdinal: (word) => /^\d+(?:st|nd|rd|th)$/.test(word),
  counting: words(
    `many number count counts counted numbers times often frequency frequent frequently common popular share percentage
     percent proportion fraction rate ratio per most least fewest much amount total counting more fewer less least only none no
     never any without multiple several times both`,
  ),
  timeUnits: words(
    'year years month months quarter quarters week weeks day days hour hours minute minutes second seconds old',
  ),
  periodGroups: words('year month quarter week day hour weekday date time decade'),
  by: words('by'),
  each: words('per each every'),
  every: words('all each every'),
  quotient: words('per'),
  both: words('both'),
  joining: words('and ,'),
  beforeGroups: words('the of different single individual'),
  notGroups: words(
    `in sorted sort ordered order ranked rank arranged followed made done sold placed written played directed`,
  ),
  narrowing: words('named called with whose that who which at from'),
  naming: words('is the of named called = : in'),
  yes: words('y yes t true 1'),
  no: words('n no f false 0'),
  kinds: words(
    `date day time year month percent pct percentage number id code name type kg cm m eur usd gbp km at on by in of level
     up thousand million billion`,
  ),
  telling: words('name title id code number no'),
  opening: words('which what who list show top bottom first the'),
  persons: words('who whom'),
  called: words('names name'),
  ofThings: words('of'),
  frequent: words('most least common frequent popular'),
  opensClause: words(
    'with without whose who whom where when if that by per for than how many more less fewer on at from in not no never',
  ),
  shownMore: words('and their id ids'),
  owner: words("'s"),
  comparing: phrases(
    `in or|growth|grew|grow|grows|growing|change|changes|changed|changing|compare|compared|comparing|comparison|previous|prior|than|versus|vs|over|trend|end of|start of|
     beginning of|by the|until|till|through|so far|not|except|outside|age|old`,
  ),
  partOfPeriod: words(
    `half halves quarter quarters month months early late mid week weeks weekend weekends season seasons spring summer
     autumn fall winter year years`,
  ),
};
