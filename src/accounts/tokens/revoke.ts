import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { TokenRevocationRow } from '#src/store/schema.ts';
import { auditedBy } from '../audit.ts';
import { personOf } from '../end-user.ts';
import type { AccountsService, Actor, AuditEntry } from '../types.ts';
import { refused } from './errors.ts';
import type { CheckedToken } from './issuers.ts';
import { OWN_ISSUER } from './own-tokens.ts';
import type { Revocations } from './revocations.ts';
import type { RevocationRequest, TokenRevocation, TokensService } from './types.ts';

export interface RevokeDeps {
  readonly clock: Clock;
  readonly accounts: Pick<AccountsService, 'tenant' | 'workspace'>;
  readonly revocations: Pick<Revocations, 'add'>;
  readonly issuers: Config['tokens']['issuers'];
  /** Who sends a token, revoked or not. */
  readonly check: (token: string) => Promise<CheckedToken>;
}

/** Ends tokens of a tenant: one, or all of a person, an issuer or the tenant. A bound key ends those of its workspace. */
export function createRevoke(deps: RevokeDeps): TokensService['revoke'] {
  return async (by, request) => {
    const { clientId } = request;
    await deps.accounts.tenant(by.principal, clientId);
    const workspaceId = request.workspaceId ?? by.principal.workspaceId;
    if (workspaceId !== null)
      await deps.accounts.workspace(by.principal, { clientId, workspaceId });
    const wanted = { ...request, workspaceId };
    const row = request.token === null ? allOf(deps, wanted) : await oneOf(deps, wanted);
    const untilNow = request.token === null && request.issuedBefore === null;
    return recordOf(await deps.revocations.add(row, untilNow, (added) => entryOf(by, added)));
  };
}

function entryOf(by: Actor, row: TokenRevocationRow): AuditEntry {
  const { client_id, workspace_id, issuer, end_user_id, issued_before } = recordOf(row);
  return {
    ...auditedBy(by),
    clientId: client_id,
    workspaceId: workspace_id,
    action: 'tokens.revoked',
    target: { issuer, end_user_id, issued_before, one: row.token_hash !== '' },
  };
}

function allOf({ clock, issuers }: RevokeDeps, request: RevocationRequest): TokenRevocationRow {
  const { clientId, workspaceId, issuer, endUserId } = request;
  const now = timestamp(clock.now());
  const issued_before = request.issuedBefore ?? now;
  if (issued_before > now)
    throw refused(
      'issued_before',
      'issued_before is in the future. Use the current time or earlier.',
    );
  const known = [OWN_ISSUER, ...issuers.map(({ name }) => name)];
  if (issuer !== null && !known.includes(issuer))
    throw refused('issuer', `This issuer doesn't exist. Use one of: ${known.join(', ')}.`);
  return {
    client_id: clientId,
    workspace_id: workspaceId ?? '',
    issuer: issuer ?? '',
    end_user_id: endUserId === null ? '' : personOf(endUserId),
    token_hash: '',
    issued_before,
    expires_at: null,
  };
}

async function oneOf(deps: RevokeDeps, request: RevocationRequest): Promise<TokenRevocationRow> {
  const { facts } = await deps.check(request.token!).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    throw refused('token', "This token isn't valid here, so there's nothing to revoke.");
  });
  const { clientId, workspaceId } = request;
  if (facts.clientId !== clientId || (workspaceId !== null && facts.workspaceId !== workspaceId))
    throw refused('token', 'This token belongs to another tenant or workspace.');
  return {
    client_id: clientId,
    workspace_id: facts.workspaceId ?? '',
    issuer: facts.issuer,
    end_user_id: facts.endUserId ?? '',
    token_hash: facts.hash,
    issued_before: timestamp(deps.clock.now()),
    expires_at: timestamp(new Date(facts.expiresAt * 1_000)),
  };
}

const recordOf = (row: TokenRevocationRow): TokenRevocation => ({
  client_id: row.client_id,
  workspace_id: row.workspace_id || null,
  issuer: row.issuer || null,
  end_user_id: row.end_user_id || null,
  issued_before: row.token_hash === '' ? row.issued_before : null,
});
