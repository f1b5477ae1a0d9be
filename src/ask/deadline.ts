/** The whole answer took longer than it may. */
export class DeadlineExceeded extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
    this.name = 'DeadlineExceeded';
  }
}

/** The one who asked has left. */
export class ConsumerLeft extends Error {
  constructor() {
    super('the caller left');
    this.name = 'ConsumerLeft';
  }
}

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

export interface Deadline {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Ends the timer and lets go of the parent signal. */
  clear(): void;
}

/** A signal that is aborted with its parent, after `milliseconds`, or by `abort`, whichever comes first. */
export function startDeadline(parent: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  const timer = setTimeout(
    () => controller.abort(new DeadlineExceeded(milliseconds)),
    milliseconds,
  );
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    clear: () => {
      clearTimeout(timer);
      parent.removeEventListener('abort', follow);
    },
  };
}
