import { loadConfig } from '#config/load.ts';
import { recordAudit } from '#src/accounts/audit.ts';
import { createAccount, refuseKnownAddress } from '#src/accounts/create.ts';
import { nameOf } from '#src/cli/name-of.ts';
import { withStore } from '#src/cli/with-store.ts';
import { systemClock } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { StartError } from '#src/start-error.ts';

export interface AccountOptions {
  readonly name: string;
  readonly email?: string;
  readonly plan: string;
  readonly type: 'standard' | 'direct';
}

/** Makes an account; gives what `POST /accounts/signup` does, the key null where the account has none. */
export async function createAccountFor(options: AccountOptions): Promise<unknown> {
  const config = loadConfig(process.env);
  const { email = null, plan, type } = options;
  const name = nameOf('account', options.name);
  if (!Object.hasOwn(config.plans, plan))
    throw new StartError(
      `Plan "${plan}" doesn't exist. Use one of: ${Object.keys(config.plans).join(', ')}.`,
    );
  if (email !== null && !/^[^@\s]+@[^@\s]+$/.test(email))
    throw new StartError(`"${email}" isn't a valid email address.`);
  return withStore(config, async ({ store }) => {
    const key = { name: 'First key', bindTo: 'account' } as const;
    const made = await store.transaction().execute(async (trx) => {
      if (email !== null)
        await refuseKnownAddress(trx, email).catch((error: unknown) => {
          throw error instanceof AppError ? new StartError(error.message, { cause: error }) : error;
        });
      const created = await createAccount(trx, systemClock, {
        ...{ type, plan, name, email },
        key: type === 'direct' ? null : key,
      });
      await recordAudit(trx, systemClock, {
        accountId: created.accountId,
        clientId: created.clientId,
        workspaceId: created.workspace.workspace_id,
        action: 'account.created',
        by: 'command_line',
        target: { name },
      });
      return created;
    });
    return {
      account: { id: made.accountId, type, plan },
      client_id: made.clientId,
      workspace_id: made.workspace.workspace_id,
      workspace: made.workspace,
      api_key: made.apiKey,
    };
  });
}
