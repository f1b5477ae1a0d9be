// The kit's own files, not its index: what only some screens call stays out of the first chunk.
import { connect, type Service } from '#src/client/service.ts';
import type { Caller } from './http.ts';
import { fetchAs } from './refused.ts';

/** The client kit, calling as who is here. */
export const serviceOf = ({ key, endUserId }: Caller): Service =>
  connect({
    url: location.origin,
    apiKey: key,
    fetch: fetchAs(key),
    ...(endUserId ? { endUserId } : {}),
    language: document.documentElement.lang || 'en',
  });
