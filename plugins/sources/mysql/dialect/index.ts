import type { Dialect, Refusal } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { resolveSelect } from '#src/sql/select/resolve.ts';
import { refuseBareSubqueries } from './bare-subqueries.ts';
import { refuseTextsForColumns } from './likely-mistakes.ts';
import { lowerMysql } from './lower.ts';
import { parseSelect } from './parse.ts';
import { MYSQL_RULES } from './rules.ts';
import { secondOpinion } from './second-opinion.ts';

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

async function orRefusal<T>(body: () => Promise<T>): Promise<T | { readonly refusal: Refusal }> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}
