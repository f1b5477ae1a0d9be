import type { Dialect } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { resolveSelect } from '#src/sql/select/resolve.ts';
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
    async parse(sql, catalog) {
      try {
        const { text, tree, tables } = parseSelect(sql);
        await secondOpinion(text, tables);
        return resolveSelect(text, tree, catalog, MYSQL_RULES);
      } catch (error) {
        if (error instanceof Refused) return { refusal: error.refusal };
        throw error;
      }
    },
  };
}
