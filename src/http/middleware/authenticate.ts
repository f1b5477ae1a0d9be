import type { Request } from 'express';
import type { AccountsService } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';

const END_USER_ID = /^[A-Za-z0-9._:@+-]{1,128}$/;

/** The caller of a request: its key, and whom it speaks for. One store read. */
export async function authenticate(
  req: Request,
  accounts: Pick<AccountsService, 'authenticate'>,
): Promise<Principal> {
  const key = req.get('x-api-key');
  const principal = key ? await accounts.authenticate(key) : null;
  if (!principal) throw new AppError('unauthenticated', 'Invalid or revoked API key');
  return { ...principal, endUserId: endUserId(req) };
}

function endUserId(req: Request): string | null {
  const sent = req.get('x-end-user-id');
  if (sent === undefined) return null;
  if (END_USER_ID.test(sent)) return sent;
  throw new AppError(
    'invalid_end_user_id',
    'X-End-User-Id has to be 1 to 128 characters: letters, digits and . _ : @ + -',
  );
}
