export { abortable } from '#src/abortable.ts';

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

/** A signal of one's own that is aborted with its parent; cheaper than `AbortSignal.any`. */
export interface ChildSignal {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Lets go of the parent. */
  clear(): void;
}

export function childOf(parent: AbortSignal): ChildSignal {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    clear: () => parent.removeEventListener('abort', follow),
  };
}

/** A child that is also aborted after `milliseconds`; `clear` ends the timer too. */
export function startDeadline(parent: AbortSignal, milliseconds: number): ChildSignal {
  const child = childOf(parent);
  const timer = setTimeout(() => child.abort(new DeadlineExceeded(milliseconds)), milliseconds);
  return {
    ...child,
    clear: () => {
      clearTimeout(timer);
      child.clear();
    },
  };
}
