import type { RowClause } from '#src/plugin-api/row-clause.ts';
import type { RowPolicy } from '#src/principal.ts';
import type { AggregateFunction } from '#src/query/functions.ts';

/** The types that a column can have, over all engines. */
export type ColumnType =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'boolean'
  | 'json'
  | 'binary'
  | 'other';

/** How a column is used in questions. */
export type ColumnKind = 'measure' | 'dimension' | 'time' | 'identifier';

/** Kinds of personal data that rules find by the name of a column or the shape of its values. */
export type PersonalKind = 'name' | 'email' | 'phone' | 'address' | 'birth' | 'bank' | 'id';

/** Whether its name, or the shape of its values, shows a secret. */
export type SecretEvidence = 'name' | 'values';

/** One cell on its way between engine, pipeline and JSON: 64-bit integers and exact decimals are strings. */
export type CellValue = string | number | boolean | null;

export interface CatalogColumn {
  /** Name in SQL, as the user sees it; unique in the table, compared without case. */
  readonly name: string;
  /** Readable form: `unit_price` → `unit price`. */
  readonly label: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  /** The synonyms that people gave: all of them, or those in the list; rules or a model drafted the others. */
  readonly synonymsSaid?: true | readonly string[];
  readonly type: ColumnType;
  /** The engine's own name of the type, e.g. `DECIMAL(12,2)`. */
  readonly nativeType: string;
  readonly nullable: boolean;
  readonly kind: ColumnKind;
  /** E.g. `USD`, `kg`, `%`; null where unknown. */
  readonly unit: string | null;
  /** Whether sums over rows mean something; `snapshot`: over anything but time. */
  readonly additive: boolean | 'snapshot';
  /** Whether people said so, or the sums of a file show it; else it is read from name and unit. */
  readonly additiveSaid?: true;
  /** Never named, never readable. */
  readonly hidden: boolean;
  /** Never sampled, readable only inside COUNT. */
  readonly sensitive: boolean;
  /** What shows that it holds a secret: discovery hides it, until people say otherwise. Absent: nothing. */
  readonly secret?: SecretEvidence;
  /** What of a person it likely holds: it can be asked for, but no value of it is kept, in samples or an index. */
  readonly personal?: PersonalKind;
  /** How statements read it where its type could run code that is not the engine's own; absent: as it is. */
  readonly readThrough?: ReadThrough;
  /**
   * What was chosen where the cells of its file allow several readings, as the end of a sentence: `read with a decimal
   * comma …`; absent: nothing.
   */
  readonly guess?: string;
  /** Cells that its file fills and it has no value for; absent: none. */
  readonly unread?: UnreadCells;
  /** Null where it was not measured (views, hidden and sensitive columns). */
  readonly profile: ColumnProfile | null;
}

/** `output`: as the text that the type writes; `base`: as the engine's own type below it, by name. */
export type ReadThrough =
  | { readonly as: 'output' }
  | { readonly as: 'base'; readonly type: string };

/** Values that are kept of a column: one with no more of them is known by all of its values. */
export const MOST_SAMPLES = 30;

export interface ColumnProfile {
  readonly distinctCount: number;
  readonly nullCount: number;
  /** As text that sorts and parses (ISO 8601 for dates); null for an empty column. */
  readonly min: string | null;
  readonly max: string | null;
  /** Most frequent values, most frequent first, at most `MOST_SAMPLES`. */
  readonly samples: readonly CellValue[];
  /** Whether all non-null values differ. */
  readonly unique: boolean;
  /** Whether the engine keeps dates in it that are none (MySQL's `0000-00-00`); they count as missing. */
  readonly falseDates?: true;
  /** The type that its values show, in place of the declared one: MySQL's TINYINT(1) with more in it than 0 and 1. */
  readonly readAs?: 'integer';
  /** Of a column of texts, where it was measured. */
  readonly textBytes?: TextBytes;
}

/** Bytes (UTF-8) of the texts of a column. */
export interface TextBytes {
  readonly longest: number;
  readonly total: number;
}

export interface CatalogTable {
  /** Name in SQL, unique in the workspace, compared without case. */
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  /** The synonyms that people gave: all of them, or those in the list; rules or a model drafted the others. */
  readonly synonymsSaid?: true | readonly string[];
  /** Where the engine finds it: the guard writes this name in full. */
  readonly physical: PhysicalName;
  readonly rowCount: number;
  readonly columns: readonly CatalogColumn[];
  /** Columns that together identify a row; null where none was found. */
  readonly primaryKey: readonly string[] | null;
  readonly isView: boolean;
  /** What of other tables and columns a view or a derived table shows; absent for other tables. */
  readonly reads?: ViewReads;
  /** Columns that the engine has and that nobody can read: that would run code that is not the engine's own. */
  readonly leftOut?: readonly LeftOutColumn[];
  /** Seen by everybody also under a row filter whose column it lacks. */
  readonly shared: boolean;
  /**
   * Rows that sum others of the table: answers leave them out. Empty where there are none; absent where nobody looked,
   * or where a row is called a total and its numbers do not add up.
   */
  readonly totalRows?: readonly TotalRows[];
  /** Rows that may be made of others, too; nothing is sure of them: they count, and answers say so. */
  readonly doubtfulRows?: readonly TotalRows[];
  /** The table that says all that this one does in a form that is asked more easily: the planner asks that one. */
  readonly coveredBy?: string;
  /** How it was made of other tables of its file: a row for each column that is a period, or the rows of them all. */
  readonly derived?: { readonly kind: 'unpivot' | 'union'; readonly of: readonly string[] };
  /** Where its rows are where no engine has it: statements read those of other tables one after the other. */
  readonly united?: readonly UnitedPart[];
  /** Whether people keep it out of tables of files of one shape. */
  readonly apart?: true;
  /**
   * The number of each row in the order of the file that it came from, which the engine has beside the columns: no `*`
   * shows it. Absent where the engine keeps no such order, and for those who see only some of the rows.
   */
  readonly rowOrder?: CatalogColumn;
}

/** One of the tables whose rows a united table has. */
export interface UnitedPart {
  readonly physical: PhysicalName;
  /** By column of the united table: the part's own column, or the text of a value that all of its rows have. */
  readonly columns: Readonly<
    Record<string, { readonly column: string } | { readonly value: string }>
  >;
  /** Its rows that sum others, which are left out: rows with one of these values in a column of texts, or with none. */
  readonly without: readonly TotalRows[];
}

/** Cells of a file that are none of their column's type, and formulas whose result it does not store. */
export interface UnreadCells {
  readonly cells: number;
  /** The first of these cells, as written; null where there is none. */
  readonly example: string | null;
  /** What they are not. */
  readonly type: 'number' | 'date' | 'time' | 'yes/no value';
  readonly formulas: number;
}

/** Rows that are told from all others by a value of one column; null: by having none. */
export interface TotalRows {
  readonly column: string;
  readonly values: readonly (string | null)[];
  /** Set where they are no sums of others, but averages, targets and the like. */
  readonly summarise?: true;
}

/** What a view shows of other tables and views, through all views between. */
export interface ViewReads {
  /** By its own columns: what each is made of. */
  readonly columns: Readonly<Record<string, readonly ReadColumn[]>>;
  /** What its conditions, keys and joins read. */
  readonly elsewhere: readonly ReadColumn[];
  /** By its own columns: the table's column whose values each shows as they are now; none for computed columns. */
  readonly copies?: Readonly<Record<string, PhysicalColumn>>;
}

export type PhysicalColumn = Pick<ReadColumn, 'schema' | 'table' | 'column'>;

export interface ReadColumn {
  readonly schema: string | null;
  readonly table: string;
  readonly column: string;
  /** Nothing is told of it but whether there is a value: `COUNT(x)`, `x IS NULL`. */
  readonly counted?: true;
}

export interface LeftOutColumn {
  readonly name: string;
  /** A sentence for those who look after the database. */
  readonly why: string;
}

export interface PhysicalName {
  /** Name of the attached database, or null where the engine has one. */
  readonly database: string | null;
  readonly schema: string | null;
  readonly table: string;
}

export interface Relationship {
  /** The many side (the one that holds the foreign key). */
  readonly from: ColumnSet;
  /** The one side (its columns are a key). */
  readonly to: ColumnSet;
  readonly cardinality: 'many-to-one' | 'one-to-one';
  readonly source: 'declared' | 'inferred' | 'signed';
  /** 0 to 1. */
  readonly confidence: number;
  /** Some rows have a value that the one side does not have. */
  readonly unmatched?: true;
}

export interface ColumnSet {
  readonly table: string;
  readonly columns: readonly string[];
}

/** SQL over the columns of one table: text as it was written, and columns by their catalog names. */
export type SqlFragment = readonly (string | { readonly column: string })[];

/** A measure that people named, and that a question can ask for. */
export interface CatalogMetric {
  readonly name: string;
  readonly synonyms: readonly string[];
  /** Whose rows it is computed over. */
  readonly table: string;
  /** An aggregate, in the dialect of the source. */
  readonly expression: SqlFragment;
  /** Conditions that rows must meet to count. */
  readonly filters: readonly SqlFragment[];
  /** The aggregate that it is, where it is nothing but one; null for any other expression. */
  readonly fn: AggregateFunction | null;
  /** Whether its groups add up to its total. */
  readonly additive: boolean;
  readonly description: string | null;
  /** Who vouches for it; null: a draft. */
  readonly signedBy: string | null;
  /** Read off the columns by the planner, said by nobody: the description tells what it is computed of. */
  readonly implied?: {
    /** States of its rows that bring nothing in, and are part of it all the same. */
    readonly undone: readonly string[];
  };
}

/** Other names of a value of the data. */
export interface ValueSynonyms {
  readonly table: string;
  readonly column: string;
  /** The exact spelling in the data. */
  readonly value: string;
  readonly synonyms: readonly string[];
}

/** A question with the SQL that people approved as its answer. */
export interface ApprovedExample {
  readonly question: string;
  readonly sql: string;
}

/** What people said of the data beyond its tables and columns. */
export interface Meaning {
  readonly metrics: readonly CatalogMetric[];
  readonly values: readonly ValueSynonyms[];
  /** Notes in plain language. */
  readonly rules: readonly string[];
  readonly examples: readonly ApprovedExample[];
}

/** A file that the engine attaches read-only to answer questions of a generation. */
export interface Attachment {
  /** Name under which it is attached (`PhysicalName.database`). */
  readonly name: string;
  readonly path: string;
}

/**
 * What can be asked of a workspace at one generation: immutable. A generation is the unit of consistency: engine
 * files, tables, profiles, value indexes and semantics of it were published by one store transaction.
 */
export interface Catalog {
  readonly generationId: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly dialect: string;
  readonly tables: readonly CatalogTable[];
  readonly relationships: readonly Relationship[];
  readonly attachments: readonly Attachment[];
  /** The connected database that answers; none for files. */
  readonly databaseId?: string;
  /** Paths of the SQLite value indexes, one a file version. */
  readonly valueIndexes: readonly string[];
  /** Absent where nothing was said. */
  readonly meaning?: Meaning;
  /** What the guard demands of the rows of every table, all of it, whoever asks, beside the caller's own filter. */
  readonly rowFilter?: readonly RowClause[];
  /** IANA zone in which "today" is taken. */
  readonly timezone: string;
  /** ISO date that relative periods count from instead of today; null: today. */
  readonly asOf: string | null;
}

/** A place where a value of the data equals (or nearly equals) a span of a question. */
export interface ValueHit {
  readonly table: string;
  readonly column: string;
  /** The exact spelling in the data. */
  readonly value: string;
  /** Rows that hold it. */
  readonly rowCount: number;
  /** `exact`: same text; `folded`: same without case, accents, punctuation; `lemma`: same after stemming, or a curated other name (`female` for `F`, `california` for `CA`); `near`: close, only for "did you mean". */
  readonly match: 'exact' | 'folded' | 'lemma' | 'near';
}

/** Look-up of values by spans of a question, under the caller's row policy. Synchronous: it runs in a worker. */
export interface ValueLookup {
  /** All hits of a span of words, best first; `near` hits only when asked for. */
  lookup(
    span: string,
    options?: { readonly near?: boolean; readonly limit?: number },
  ): readonly ValueHit[];
  close(): void;
}

/** Where a value of the data stands. */
export type ValuePlace = Pick<ValueHit, 'table' | 'column' | 'value'>;

/** A value that was looked for among the rows of a caller; `rowCount` 0: it is not there. */
export type ProbedValue = ValuePlace & Pick<ValueHit, 'rowCount'>;

/** Opens a look-up; `rowsOf` tells of values that no index may tell of, and gives 0 where it does not know. */
export type OpenValueLookup = (
  catalog: Catalog,
  policy: RowPolicy,
  rowsOf?: (place: ValuePlace) => number,
) => ValueLookup;

/** Status of `GET …/schema/status`. */
export type SchemaStatus = 'not_started' | 'discovering' | 'enriching' | 'ready' | 'failed';
