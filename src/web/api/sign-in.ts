import type { SignIn } from '#src/client/generated/types.ts';
import { sendJson } from './http.ts';
import type { SessionOf } from './identity.ts';

export type { SignIn };

/** Opens a session; its cookie is the browser's to keep. */
export const beginSession = (sent: SignIn): Promise<SessionOf> =>
  sendJson(null, '/session', { method: 'POST', body: sent });

/** Signs out; everywhere: all sessions of the same member, or of the same key and end user. */
export const endSession = (everywhere: boolean): Promise<unknown> =>
  sendJson(null, `/session${everywhere ? '?everywhere=true' : ''}`, { method: 'DELETE' });
