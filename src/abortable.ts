/**
 * Gives what `work` gives, or fails with the signal's reason as soon as it is aborted. What comes too late goes to
 * `late` (to release it); what fails too late is dropped.
 */
export function abortable<T>(
  work: Promise<T>,
  signal: AbortSignal,
  late?: (value: T) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let left = false;
    const leave = () => {
      left = true;
      reject(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    work.then(
      (value) => {
        signal.removeEventListener('abort', leave);
        if (left) late?.(value);
        else resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', leave);
        reject(error);
      },
    );
  });
}
