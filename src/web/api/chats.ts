import { deleteChat, renameChat as rename } from '#src/client/generated/calls.ts';
import type { Caller } from './http.ts';
import { serviceOf } from './kit.ts';

export const renameChat = (caller: Caller, sessionId: string, title: string) =>
  rename(serviceOf(caller), {
    client_id: caller.clientId,
    session_id: sessionId,
    body: { title },
  });

export const removeChat = (caller: Caller, sessionId: string) =>
  deleteChat(serviceOf(caller), { client_id: caller.clientId, session_id: sessionId });
