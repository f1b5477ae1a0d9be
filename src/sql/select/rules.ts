import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { SizeRules } from './size-rules.ts';
import type { TreeExpr } from './tree.ts';

/**
 * Whether a bare name inside an expression may mean a result column, and whether it goes before a column of FROM;
 * `aliases-but-keys`: before all but those that the block groups by.
 */
export type AliasMode = 'none' | 'columns-first' | 'aliases-first' | 'aliases-but-keys';

/** What differs between dialects when names of a SELECT are resolved and its tables rewritten. */
export interface SelectRules {
  /** Names are the same when these forms of them are. */
  readonly foldTable: (name: string) => string;
  readonly foldColumn: (name: string) => string;
  readonly aliases: {
    /** Whether a key of GROUP BY that is a bare name, no column of FROM, may name a result column. */
    readonly groupBy: boolean;
    readonly having: AliasMode;
    /** Inside an expression of ORDER BY; a key that is a bare name is a result column first everywhere. */
    readonly orderBy: AliasMode;
    /** Inside aggregates; absent: none. */
    readonly aggregates?: AliasMode;
    /** Everywhere else; absent: none. Then only names that the statement gives are aliases. */
    readonly elsewhere?: AliasMode;
  };
  /** Whether `column.field` and `table.column.field` take a field of a column that has some. */
  readonly fields?: boolean;
  /** Words that are values where no column has their name, lower case: `current_date`. */
  readonly valueWords?: ReadonlySet<string>;
  /** A word that is no table before a point, because the engine reads it otherwise. */
  readonly noQualifier?: string;
  /** Whether `*` shows columns that USING made one at their place, not first. */
  readonly mergedInPlace?: boolean;
  /** Whether a result column that is a column is named as the table has it, not as it was written. */
  readonly namesFromTable?: boolean;
  /** Whether ON sees the items of FROM before its join. */
  readonly lateralOn?: boolean;
  /** Whether other columns of a table may stand alone beside its key in GROUP BY. */
  readonly keysDetermine: boolean;
  /** Whether the name of a table stands for its row in an expression; `renamed`: also where its columns were renamed. */
  readonly wholeRows: boolean | 'renamed';
  /** Whether the row of a table of that name goes before a result column, where columns of tables do. */
  readonly rowsFirst?: boolean;
  readonly recursiveCtes: boolean;
  /** Functions that may be called, lower case. Special forms that a dialect maps to calls are named here, too. */
  readonly functions: {
    readonly scalar: ReadonlySet<string>;
    readonly aggregate: ReadonlySet<string>;
    /** With OVER, besides the aggregates. */
    readonly window: ReadonlySet<string>;
    /** In FROM: the names of the columns, null for one that is named by alias or function. */
    readonly table: ReadonlyMap<string, readonly string[] | null>;
  };
  readonly operators: ReadonlySet<string>;
  /** Columns that every table of the engine has; naming one is refused. */
  readonly systemColumns: ReadonlySet<string>;
  /** Name of the column `index` (from 0) of VALUES. */
  readonly valuesColumn: (index: number) => string;
  readonly sizes: SizeRules;
  /** Formats of dates by function (`strftime`, `to_char`): the unit that a format text keeps. */
  readonly dateFormats: ReadonlyMap<string, readonly (readonly [RegExp, string])[]>;
  /** The unit of a date truncation or part that takes more than one call of one column (`WEEKDAY(d) + 1`), else null. */
  readonly dateIdiom?: (expr: TreeExpr) => string | null;
  /** An identifier in quotes. */
  readonly quote: (name: string) => string;
  /** A row filter's value as a literal of the column's type; null where it cannot be one of the column. */
  readonly filterValue: (column: CatalogColumn, value: string | number) => string | null;
  /** What is shown to statements in place of a column of a table, whose name is given as SQL; null: the column itself. */
  readonly shown?: (column: CatalogColumn, name: string) => string | null;
  /** Also put on a text's equality where `=` takes case, accents or trailing blanks for the same. Names and texts as SQL. */
  readonly exactText?: (column: string, text: string) => string;
  /** What a subquery selects of a table of which no column is read: best nothing, which no name can mean. Else `1`. */
  readonly noColumn?: string;
  /** Ends a filtered subquery so that the optimiser evaluates nothing of the statement below it (` OFFSET 0`). */
  readonly fence: string;
}
