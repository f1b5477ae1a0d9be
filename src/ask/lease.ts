import { AppError } from '#src/errors.ts';

/** Places for questions that are worked on at once. */
export class Places {
  private readonly limit: number;
  private taken = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Gives the function that frees the place; fails with `unavailable` (503) where none is left. */
  take(): () => void {
    if (this.taken >= this.limit)
      throw new AppError('unavailable', 'Too many questions at once. Try again in a second.', {
        retryAfter: 1,
      });
    this.taken++;
    let freed = false;
    return () => {
      if (freed) return;
      freed = true;
      this.taken--;
    };
  }
}

/** What a prepared ask holds until `run` takes it over, or until it is given back because nobody ran it. */
export class Lease {
  private readonly timer: NodeJS.Timeout;

  constructor(giveBack: () => void, milliseconds: number) {
    this.timer = setTimeout(giveBack, milliseconds);
    this.timer.unref();
  }

  takeOver(): void {
    clearTimeout(this.timer);
  }
}
