import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect, ParsedSelect, RewriteOptions } from '#src/plugin-api/dialect.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { resolveSelect } from '#src/sql/select/resolve.ts';
import type { TreeQuery } from '#src/sql/select/tree.ts';
import { lowerAlasql } from './lower.ts';
import { parseAlasql } from './parse.ts';
import { ProgramWriter } from './program-writer.ts';
import { StatementWriter } from './query.ts';
import { ALASQL_RULES } from './rules.ts';
import { resultColumn } from './types.ts';

/**
 * The SQL of the AlaSQL engine: the subset of PostgreSQL's that was shown to give the same rows (docs/alasql.md). It is
 * read with PostgreSQL's own grammar and written anew as a program for the engine, because AlaSQL's parser loses what
 * it does not know: it takes ILIKE for LIKE, `1e5` and NULLS LAST for columns (docs/adr/0006-alasql.md).
 */
export function createAlasqlDialect(): Dialect {
  return {
    name: 'alasql',
    lower: lowerAlasql,
    async parse(sql, catalog) {
      try {
        return parsed(sql, catalog, await parseAlasql(sql));
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
    },
  };
}

function parsed(sql: string, catalog: Catalog, tree: TreeQuery): ParsedSelect {
  const { facts, weight } = resolveSelect(sql, tree, catalog, ALASQL_RULES);
  return {
    facts,
    weight,
    rewrite: async (options) => ({ sql: programOf(tree, facts, options), columnNames: null }),
  };
}

function programOf(
  tree: TreeQuery,
  facts: QueryFacts,
  { catalog, rowFilters, maxRows }: RewriteOptions,
): string {
  const program = new ProgramWriter();
  const { step, columns } = new StatementWriter({ program, catalog, rowFilters }).query(
    tree,
    new Map(),
  );
  program.step({ kind: 'sort', from: step, keys: [], limit: maxRows, offset: 0 });
  requireSameReads(program, facts, catalog, rowFilters);
  return program.text(columns.map(({ name, type }) => resultColumn(name, type)));
}

/** The program reads nothing that the facts, which the guard judged, do not name. */
function requireSameReads(
  program: ProgramWriter,
  facts: QueryFacts,
  catalog: Catalog,
  rowFilters: RewriteOptions['rowFilters'],
): void {
  for (const { physical, column } of program.columnsRead()) {
    const table = catalog.tables.find((each) => each.physical === physical);
    const isFilter = (rowFilters.get(table?.name ?? '') ?? []).some((clause) =>
      clause.some((each) => each.column === column),
    );
    const isKnown = facts.columns.some((use) => use.table === table?.name && use.column === column);
    if (!isFilter && !isKnown)
      throw new Refused(
        'node_not_allowed',
        `The column "${column}" is ambiguous. Qualify it with its table, or rename it with AS.`,
      );
  }
}
