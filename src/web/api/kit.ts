// The kit's own files, not its index: what only some screens call stays out of the first chunk.
import { connect, type Service } from '#src/client/service.ts';
import { fetchAs, fetchWithCookie } from './refused.ts';

/** Who calls: sent as headers, never in an address. */
export interface Caller {
  /** Null: the session of this browser, whose cookie is sent by itself. */
  readonly key: string | null;
  readonly clientId: string;
  /** Whom the calls are for; null speaks for the whole account. */
  readonly endUserId: string | null;
}

/** The client kit, calling as who is here; null is nobody. */
export const serviceOf = (caller: Pick<Caller, 'key' | 'endUserId'> | null): Service =>
  connect({
    url: location.origin,
    language: document.documentElement.lang || 'en',
    fetch: caller ? fetchAs(caller.key) : fetchWithCookie,
    ...(caller && caller.key !== null ? { apiKey: caller.key } : {}),
    ...(caller?.endUserId ? { endUserId: caller.endUserId } : {}),
  });
