import type { SignIns } from '#src/accounts/sign-ins/types.ts';
import type { TokensService } from '#src/accounts/tokens/types.ts';
import { AppError } from '#src/errors.ts';

/** For gateways whose tests send no tokens: none is valid. */
export const noTokens: Pick<TokensService, 'authenticate'> = {
  authenticate: () =>
    Promise.reject(new AppError('unauthenticated', 'Invalid or revoked bearer token')),
};

export const noSignIns: Pick<SignIns, 'authenticate'> = {
  authenticate: () => Promise.reject(new AppError('session_ended', 'Your session has ended.')),
};
