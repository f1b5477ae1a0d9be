import { checkChains } from '#plugins/sources/postgres/dialect/chain.ts';
import { parsePostgres } from '#plugins/sources/postgres/dialect/parse.ts';
import type { TreeQuery } from '#src/sql/select/tree.ts';
import { readStatement } from './map.ts';

/** The one SELECT of a text, read with PostgreSQL's grammar. Throws `Refused`. */
export async function parseAlasql(sql: string): Promise<TreeQuery> {
  checkChains(sql);
  return readStatement(await parsePostgres(sql));
}
