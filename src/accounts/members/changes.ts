import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { MemberRow, Store, StoreSchema } from '#src/store/schema.ts';
import { auditedBy, recordAudit } from '../audit.ts';
import type { AccountsService, Actor } from '../types.ts';
import type { Passwords } from './passwords.ts';

export interface MembersDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'people' | 'public_url'>;
  readonly accounts: Pick<AccountsService, 'tenant'>;
  readonly passwords: Passwords;
}

export type Trx = Transaction<StoreSchema>;

/** Fails with `conflict` where the address is a member's, or one too many. Call it with the account's turn. */
export async function refuseTaken(
  trx: Trx,
  { config }: MembersDeps,
  row: MemberRow,
): Promise<void> {
  const members = trx.selectFrom('members').where('client_id', '=', row.client_id);
  const known = await members.select('id').where('email', '=', row.email).executeTakeFirst();
  if (known)
    throw new AppError(
      'conflict',
      `${row.email} is already a member. Create a new link for them instead.`,
    );
  const most = config.people.max_members;
  await refuseTooMany(
    trx,
    { table: 'members', column: 'client_id', value: row.client_id, most },
    (count) => `The tenant has ${count} members, the maximum. Remove one first.`,
  );
}

export const auditMember = (
  trx: Trx,
  { clock }: MembersDeps,
  by: Actor,
  action: string,
  { id, client_id, name, role }: MemberRow,
) =>
  recordAudit(trx, clock, {
    ...auditedBy(by),
    clientId: client_id,
    workspaceId: null,
    action,
    target: { member_id: id, name, role },
  });

export const linkNotFound = () =>
  new AppError(
    'link_not_found',
    'This link was already used or has expired. Ask your admin for a new one.',
  );

export const refused = (text: string) => new AppError('forbidden', text);
