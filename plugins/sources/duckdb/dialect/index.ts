import type { Asker } from '#src/places.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect, ParsedSelect } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { readQuery } from '#src/sql/select/query.ts';
import { factsOf } from '#src/sql/select/resolve.ts';
import { checkGroupingText } from './grouping-text.ts';
import { parseTree, writeTree } from './json.ts';
import { lowerDuckdb } from './lower.ts';
import { mapStatement } from './map.ts';
import { readStatement } from './parse.ts';
import { rewriteTree } from './rewrite.ts';
import { RULES } from './rules.ts';
import { sameTree } from './same-tree.ts';
import { splice } from './splice.ts';

export interface ParseOptions {
  /** Whose statement it is. */
  readonly workspaceId: string;
  readonly asker?: Asker | undefined;
  readonly signal: AbortSignal;
}

/** DuckDB's own parser, which runs in an engine process. */
export interface DuckdbParser {
  /** `json_serialize_sql(sql)` with all fields written out: JSON text. */
  serialize(sql: string, options: ParseOptions): Promise<string>;
  /** `json_deserialize_sql(tree)` as SQL text, and what `serialize` gives for that text. */
  write(
    tree: string,
    options: ParseOptions,
  ): Promise<{ readonly sql: string; readonly tree: string }>;
}

/** The dialect of DuckDB 1.5: reading with the engine's own grammar, and writing. */
export function createDuckdbDialect(parser: DuckdbParser): Dialect {
  return {
    name: 'duckdb',
    lower: lowerDuckdb,
    async parse(sql, catalog, signal, asker) {
      const options = { workspaceId: catalog.workspaceId, asker, signal };
      try {
        checkGroupingText(sql);
        const text = await parser.serialize(sql, options);
        return read(parser, sql, text, catalog, options);
      } catch (error) {
        if (error instanceof Refused) return { refusal: error.refusal };
        throw error;
      }
    },
  };
}

function read(
  parser: DuckdbParser,
  sql: string,
  text: string,
  catalog: Catalog,
  within: ParseOptions,
): ParsedSelect {
  const statement = readStatement(jsonOf(text));
  const mapped = mapStatement(sql, statement);
  const { context, root } = readQuery(mapped.query, catalog.tables, RULES);
  return {
    facts: factsOf(context, root),
    weight: context.weight.total,
    rewrite: async (options) => {
      const { unnamed } = context;
      const spliced = unnamed.nameable ? null : splice(sql, statement, context, options);
      if (spliced !== null) {
        const columnNames = unnamed.inResult ? root.outputs.map(({ name }) => name) : null;
        return { sql: spliced, columnNames };
      }
      const tree = rewriteTree(statement, mapped, context, options);
      return { sql: await written(parser, tree, within), columnNames: null };
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return parseTree(text);
  } catch {
    // DuckDB writes infinite numbers (1e1000) as words that JSON does not have.
    throw new Refused('node_not_allowed', 'The statement has a number that is too large.');
  }
}

/** The tree as SQL, proven: what DuckDB reads from the text is the same tree again. */
async function written(parser: DuckdbParser, tree: unknown, within: ParseOptions): Promise<string> {
  const { sql, tree: again } = await parser.write(writeTree(tree), within);
  if (!sameTree(tree, jsonOf(again)))
    throw new Refused(
      'node_not_allowed',
      "Plumbline can't reproduce the statement exactly. Write it in a simpler way.",
    );
  return sql;
}
