import { connect, type Service } from '#src/client/index.ts';
import type { Caller } from './http.ts';

/** The client kit, calling as who is here. */
export const serviceOf = ({ key, endUserId }: Caller): Service =>
  connect({
    url: location.origin,
    apiKey: key,
    ...(endUserId ? { endUserId } : {}),
    language: document.documentElement.lang || 'en',
  });
