import { z } from 'zod';
import { timestamp, whoamiRecord } from './schemas.ts';
import { role } from './wire-enums.ts';

/** What sessions of the page are over the wire. */

export const isLasting = z
  .boolean()
  .nullish()
  .meta({ description: 'Whether the session stays open after the browser closes; default: no' });

export const linkToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The part of the link after `#`' });

export const providers = z
  .array(
    z
      .object({
        name: z.string().meta({ description: 'Name to send', examples: ['keycloak'] }),
        label: z.string().meta({ description: 'Name to show', examples: ['Keycloak'] }),
      })
      .meta({ id: 'SignInProvider' }),
  )
  .meta({ description: 'OpenID Connect providers to sign in with' });

const person = z
  .object({ member_id: z.string(), name: z.string(), email: z.string(), role })
  .meta({ id: 'Person' });

const times = {
  session_id: z.string(),
  created_at: timestamp,
  expires_at: timestamp.meta({ description: 'When it ends if there are no more calls' }),
};

export const sessionRecord = z
  .object({
    ...times,
    person: person.nullable(),
    end_user_id: z.string().nullable(),
    whoami: whoamiRecord,
  })
  .meta({ id: 'Session' });

/** The response of a route that opens one. */
export const opensSession = {
  201: { description: 'The session; its cookie is set', schema: sessionRecord },
};

export const listedSession = z
  .object({
    ...times,
    client_id: z.string().nullable(),
    person: person.nullable(),
    key: z
      .object({ key_id: z.string(), name: z.string(), prefix: z.string() })
      .nullable()
      .meta({ description: 'The API key that opened it; null for a member' }),
    end_user_id: z.string().nullable(),
    user_agent: z.string().meta({ description: 'Browser as given in its User-Agent header' }),
    last_seen_at: timestamp.meta({ description: 'Time of the last call, to the minute' }),
    current: z.boolean().meta({ description: 'Whether it is the session of this request' }),
  })
  .meta({ id: 'ListedSession' });
