import type { Dialect, Refusal } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { readQuery } from '#src/sql/select/query.ts';
import { factsOf, resolveSelect } from '#src/sql/select/resolve.ts';
import { relationKey } from '#src/sql/select/view-lineage.ts';
import { namedTable, type ViewReading, viewReading } from '#src/sql/select/view-reading.ts';
import { refuseBareSubqueries } from './bare-subqueries.ts';
import { refuseTextsForColumns } from './likely-mistakes.ts';
import { lowerMysql } from './lower.ts';
import { parseSelect } from './parse.ts';
import { MYSQL_RULES } from './rules.ts';
import { secondOpinion } from './second-opinion.ts';
import { namedByView } from './view-names.ts';

/**
 * The dialect of MySQL 5.7+ and MariaDB 10.3+, for sessions in utf8mb4 with none of ANSI_QUOTES, NO_BACKSLASH_ESCAPES,
 * PIPES_AS_CONCAT, HIGH_NOT_PRECEDENCE and ORACLE in `sql_mode`, best without a default database: a function of the
 * user's own can then not be called at all.
 */
export function createMysqlDialect(): Dialect {
  return {
    name: 'mysql',
    lower: lowerMysql,
    parse: (sql, catalog) =>
      orRefusal(async () => {
        const statement = parseSelect(sql);
        if (statement.mistake) throw statement.mistake;
        await secondOpinion(statement);
        const parsed = resolveSelect(statement.text, statement.tree, catalog, MYSQL_RULES);
        refuseBareSubqueries(statement.tree);
        refuseTextsForColumns(statement.likelyColumns, parsed.facts, catalog.tables);
        return parsed;
      }),
  };
}

/**
 * What in the definition of a view (`information_schema.VIEWS.VIEW_DEFINITION`) would be refused in a statement: a
 * function, a variable, a lock, any other construct. Null where there is nothing; which tables it reads is not looked
 * at, so the views that it reads have to be asked about, too.
 */
export async function viewProblem(definitionSql: string): Promise<Refusal | null> {
  const result = await orRefusal(async () => parseSelect(definitionSql));
  return 'refusal' in result ? result.refusal : null;
}

/** A view's definition read: what it does with columns, and the tables that it names. */
export interface MysqlView {
  readonly reading: ViewReading;
  /** Database and name. */
  readonly tables: readonly (readonly [schema: string, table: string])[];
}

/**
 * What the definition of a view does with the columns of the tables that it names; null where that cannot be told. The
 * server writes each column with its table, so that the columns of the tables are those that are named.
 */
export async function readView(definitionSql: string): Promise<MysqlView | null> {
  const result = await orRefusal(async (): Promise<MysqlView> => {
    const { tree, columns, tables } = namedByView(parseSelect(definitionSql).tree);
    const known = tables.map(([schema, table]) =>
      namedTable({ database: null, schema, table }, columns, relationKey(schema, table)),
    );
    const { context, root } = readQuery(tree, known, MYSQL_RULES);
    return { reading: viewReading(factsOf(context, root)), tables };
  });
  return 'refusal' in result ? null : result;
}

async function orRefusal<T>(body: () => Promise<T>): Promise<T | { readonly refusal: Refusal }> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}
