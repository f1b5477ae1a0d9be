export interface Ranking {
  readonly direction: 'asc' | 'desc';
  /** Lemmas of a column's name that the word speaks of, best first: `oldest` → age. Empty: of what it stands before. */
  readonly of: readonly string[];
  /** Speaks of times: the largest is the latest. */
  readonly time?: true;
  /** Lemmas of the names of times that it speaks of where nothing else does: the oldest ship was built first. */
  readonly since?: readonly string[];
}

export type MatchMode = 'contains' | 'starts' | 'ends';

/** What a head of names is said of: `date` of times, `name` of texts. */
export type NameHead = 'number' | 'text' | 'category' | 'year' | 'time' | 'measure' | 'any';

type Words = ReadonlySet<string>;

/** A kind of reference from rows to rows of their own table, by the words that name either end. */
export interface OwnRole {
  /** Words of the column that refers. */
  readonly of: Words;
  /** What the row that is referred to is called. */
  readonly up: Words;
  /** What the rows that refer to it are called. */
  readonly down: Words;
  /** Before the name of the rows: `subcategories`. */
  readonly below: Words;
  /** What the one does to the others: `who manages Tom`. */
  readonly verbs: Words;
  /** The same as it is said of them: `managed by Ann`. */
  readonly done: Words;
  /** What those do who refer: `who reports to Ann`. */
  readonly follows: Words;
}

/** What is asked of rows that refer to their own table. */
export type OwnForm =
  | 'up'
  | 'down'
  | 'count'
  | 'groups'
  | 'most'
  | 'ups'
  | 'downs'
  | 'countDowns'
  | 'rootless'
  | 'childless'
  | 'pairs';

/** What has become of rows, as their dates or what belongs to them tell. */
export type RowState =
  | 'late'
  | 'punctual'
  | 'overdue'
  | 'present'
  | 'former'
  | 'new'
  | 'repeated'
  | 'single'
  | 'inactive';

/** A verb of a time by the words of its kind, or of whatever the only time of rows is. */
export interface VerbOfTimes {
  readonly verbs: readonly string[];
  /** Said of the rows themselves: their time may just be called a date. */
  readonly plain?: true;
}
