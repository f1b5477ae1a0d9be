import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Dialect, Refusal } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { readQuery } from '#src/sql/select/query.ts';
import { factsOf, resolveSelect } from '#src/sql/select/resolve.ts';
import type { TreeQuery } from '#src/sql/select/tree.ts';
import { type ViewReading, viewReading } from '#src/sql/select/view-reading.ts';
import { checkChains } from './chain.ts';
import { OPERATORS } from './functions.ts';
import { lowerPostgres } from './lower.ts';
import { QueryMapper } from './map.ts';
import { isFields, list, notAllowed, unwrap } from './nodes.ts';
import { parsePostgres } from './parse.ts';
import { RULES } from './rules.ts';
import { Spans } from './spans.ts';
import { NO_ENUMS } from './types.ts';
import { callProblem, VIEW_RULES } from './view.ts';

/**
 * The dialect of PostgreSQL: reading with its own grammar (that of version 18), and writing. It relies on the source to
 * run what it wrote with `search_path = pg_catalog`, so that the names of types, functions and operators mean
 * PostgreSQL's own.
 */
export function createPostgresDialect(): Dialect {
  return {
    name: 'postgres',
    lower: lowerPostgres,
    parse: (sql, catalog) =>
      orRefusal(async () => resolveSelect(sql, await readSelect(sql), catalog, RULES)),
  };
}

/**
 * What in the definition of a view (`pg_get_viewdef`) would be refused in a statement: a function, operator, type or
 * construct. Null where there is nothing; which tables it reads is not looked at. `enums` are types of users that it may
 * cast to, as `schema.name`.
 */
export async function viewProblem(
  definitionSql: string,
  enums: ReadonlySet<string> = NO_ENUMS,
): Promise<Refusal | null> {
  const result = await orRefusal(async () => callProblem(await readSelect(definitionSql, enums)));
  return result && 'refusal' in result ? result.refusal : result;
}

/**
 * A view's definition read: what in it would be refused in a statement, and what it does with the columns of `tables`
 * (all that it names, with schemas), null where that cannot be told.
 */
export async function readView(
  definitionSql: string,
  tables: readonly CatalogTable[],
  enums: ReadonlySet<string>,
): Promise<{ readonly refusal: string | null; readonly reading: ViewReading | null }> {
  const tree = await orRefusal(() => readSelect(definitionSql, enums));
  if ('refusal' in tree) return { refusal: tree.refusal.text, reading: null };
  const read = await orRefusal(async () => {
    const { context, root } = readQuery(tree, tables, VIEW_RULES);
    return viewReading(factsOf(context, root));
  });
  const reading = 'refusal' in read ? null : read;
  return { refusal: callProblem(tree)?.text ?? null, reading };
}

/** Functions and operators that statements may use, by name. */
export const guardedNames = (): readonly string[] => [
  ...RULES.functions.scalar,
  ...RULES.functions.aggregate,
  ...RULES.functions.window,
  ...RULES.functions.table.keys(),
  ...OPERATORS,
];

async function orRefusal<T>(body: () => Promise<T>): Promise<T | { readonly refusal: Refusal }> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    // The parser takes deeper nesting than the walk through its tree does.
    if (error instanceof RangeError)
      return {
        refusal: {
          code: 'too_deep',
          text: 'The statement is nested too deeply. Split it into steps.',
        },
      };
    throw error;
  }
}

async function readSelect(sql: string, enums = NO_ENUMS): Promise<TreeQuery> {
  // Extensions read hints there that set limits and plans; the text may also be one inside quotes, which is rare.
  if (sql.includes('/*+')) notAllowed('A hint, /*+ … */,');
  checkChains(sql);
  return new QueryMapper(new Spans(sql), enums).statement(statementOf(await parsePostgres(sql)));
}

/** The only statement of a tree, which must be a SELECT. */
function statementOf(tree: unknown): unknown {
  const statements = list(isFields(tree) ? tree['stmts'] : undefined).map((each) =>
    isFields(each) ? each['stmt'] : null,
  );
  const [first, ...more] = statements;
  if (first === undefined) throw new Refused('empty', 'The SQL is empty. Write one SELECT.');
  if (statements.some((each) => unwrap(each)[0] !== 'SelectStmt'))
    throw new Refused('not_select', 'Only a SELECT can run here.');
  if (more.length > 0)
    throw new Refused('multiple_statements', 'Write one statement, without a ; inside.');
  return first;
}
