type Listener = (key: string) => void;

let tell: Listener = () => {};

/** Sets who is told of a key that the service does not take any more. */
export function whenRefused(listener: Listener): void {
  tell = listener;
}

/** `fetch` that tells so, whatever the call was for. */
export const fetchAs =
  (key: string): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) tell(key);
    return response;
  };
