import { sql, type Transaction } from 'kysely';
import { AppError } from '#src/errors.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** Rows of a table that one account, tenant or workspace has. */
interface Counted {
  readonly table: keyof StoreSchema;
  readonly column: 'account_id' | 'client_id' | 'workspace_id';
  readonly value: string;
  readonly most: number;
}

/** Fails with `conflict` and `said` where there are as many as there may be. */
export async function refuseTooMany(
  trx: Transaction<StoreSchema>,
  { table, column, value, most }: Counted,
  said: (count: number) => string,
): Promise<void> {
  const { rows } = await sql<{ readonly count: number | string }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
    trx,
  );
  const count = Number(rows[0]?.count ?? 0);
  if (count >= most) throw new AppError('conflict', said(count));
}
