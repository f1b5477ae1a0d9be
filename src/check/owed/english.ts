/**
 * The words by which English asks for something of a statement, as data. Phrases are runs of words in lower case,
 * longest first where one begins with another.
 */

export type Comparator = '>' | '>=' | '<' | '<=';

const phrases = <T>(
  table: Readonly<Record<string, T>>,
): readonly (readonly [readonly string[], T])[] =>
  Object.entries(table)
    .map(([words, meaning]) => [words.split(' '), meaning] as const)
    .toSorted(([one], [other]) => other.length - one.length);

/** Before a number: "more than 20 orders". */
export const BEFORE_NUMBER = phrases<Comparator>({
  'no more than': '<=',
  'not more than': '<=',
  'no greater than': '<=',
  'not exceeding': '<=',
  'at most': '<=',
  'up to': '<=',
  'a maximum of': '<=',
  'no less than': '>=',
  'not less than': '>=',
  'no fewer than': '>=',
  'not fewer than': '>=',
  'at least': '>=',
  'a minimum of': '>=',
  'more than': '>',
  'greater than': '>',
  'larger than': '>',
  'bigger than': '>',
  'higher than': '>',
  'longer than': '>',
  'heavier than': '>',
  'taller than': '>',
  above: '>',
  over: '>',
  exceeding: '>',
  exceeds: '>',
  exceed: '>',
  'in excess of': '>',
  'less than': '<',
  'fewer than': '<',
  'lower than': '<',
  'smaller than': '<',
  'shorter than': '<',
  'lighter than': '<',
  'cheaper than': '<',
  below: '<',
  under: '<',
});

/** After a number: "5 or more". */
export const AFTER_NUMBER = phrases<Comparator>({
  'or more': '>=',
  'or higher': '>=',
  'or greater': '>=',
  'or above': '>=',
  'or longer': '>=',
  'and above': '>=',
  'and more': '>=',
  'and up': '>=',
  'or less': '<=',
  'or fewer': '<=',
  'or lower': '<=',
  'or below': '<=',
  'or under': '<=',
  'and below': '<=',
});

/** What leaves out the value that comes right after it. */
export const EXCLUDING = phrases<true>({
  'not from': true,
  'not in': true,
  'not on': true,
  'not at': true,
  'not by': true,
  'not come from': true,
  'not have': true,
  not: true,
  no: true,
  without: true,
  'without any': true,
  never: true,
  except: true,
  'except for': true,
  excluding: true,
  excludes: true,
  exclude: true,
  'other than': true,
  'apart from': true,
  outside: true,
  'outside of': true,
  non: true,
  neither: true,
  nor: true,
  besides: true,
  '<>': true,
  '!=': true,
});

/** Words that may turn a sentence round; a question without any of them leaves nothing out. */
export const TURNING: ReadonlySet<string> = new Set(
  "not no without never except excluding exclude excludes other apart outside non neither nor besides but lack lacks lacking missing none nobody nothing unless rather instead n't minus beyond only <> !=".split(
    ' ',
  ),
);

/** Words that ask for what has none, or is not so. */
export const NEGATING: ReadonlySet<string> = new Set(
  'not no without never except excluding exclude neither nor lack lacks lacking'.split(' '),
);

/** After "not" or "no": a limit, not a negation. */
export const NOT_NEGATING: ReadonlySet<string> = new Set(
  'more less fewer greater later earlier longer only just exceeding necessarily matter'.split(' '),
);

export const AVERAGE: ReadonlySet<string> = new Set(
  'average averages averaged avg mean'.split(' '),
);
export const TOTAL: ReadonlySet<string> = new Set(
  'total totals sum combined altogether'.split(' '),
);
export const DIFFERENT: ReadonlySet<string> = new Set('different distinct unique'.split(' '));

/** Words beside which a smallest or largest is no stranger. */
export const ENDS: ReadonlySet<string> = new Set(
  'most least maximum minimum max min maximal minimal top bottom best worst first last latest earliest peak range ranked rank ranking leading leads lead record extreme extremes recent recently when until since ever up down beat than biggest current currently newest final'.split(
    ' ',
  ),
);

/** Words that ask for a number of things. */
export const COUNTING: ReadonlySet<string> = new Set(
  'many number count counts counted numbers times often frequency frequent frequently common popular share percentage percent proportion fraction rate ratio per most least fewest much amount total more fewer less least only none no never any without multiple several times both'.split(
    ' ',
  ),
);

/** Units of time, after which a number is a length of time. */
export const TIME_UNITS: ReadonlySet<string> = new Set(
  'year years month months quarter quarters week weeks day days hour hours minute minutes second seconds old'.split(
    ' ',
  ),
);

export const PERIOD_GROUPS: ReadonlySet<string> = new Set(
  'year month quarter week day hour weekday date time decade'.split(' '),
);
