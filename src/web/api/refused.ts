type Listener = (key: string | null) => void;

let tell: Listener = () => {};

/** Sets who is told of a key, or of the session (null), that the service does not take any more. */
export function whenRefused(listener: Listener): void {
  tell = listener;
}

/** What is deleted is deleted, even if the page is left meanwhile. */
const kept = (init?: RequestInit): RequestInit =>
  init?.method === 'DELETE' ? { ...init, keepalive: true } : { ...init };

/** `fetch` with the cookie of the session. */
export const fetchWithCookie: typeof fetch = (input, init) =>
  fetch(input, { ...kept(init), credentials: 'same-origin' });

/** `fetch` for a key, or for the session, that tells so, whatever the call was for. */
export const fetchAs =
  (key: string | null): typeof fetch =>
  async (input, init) => {
    const response = await (key === null ? fetchWithCookie : fetch)(input, kept(init));
    if (response.status === 401) tell(key);
    return response;
  };
