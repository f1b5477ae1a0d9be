import { inSpan } from '#src/tracing.ts';

/** Milliseconds by step, to three digits behind the point. */
export class Stopwatch {
  private readonly startedAt = performance.now();
  private readonly steps: Record<string, number> = {};

  /** Times a step, which is a span where the request is traced. */
  async time<T>(step: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await inSpan(step, work);
    } finally {
      this.add(step, performance.now() - from);
    }
  }

  /** Adds to a step that is made of several. */
  add(step: string, milliseconds: number): void {
    this.set(step, (this.steps[step] ?? 0) + milliseconds);
  }

  set(step: string, milliseconds: number): void {
    this.steps[step] = Math.round(milliseconds * 1_000) / 1_000;
  }

  /** Milliseconds since the start, whole. */
  elapsed(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  timings(): Readonly<Record<string, number>> {
    return { ...this.steps };
  }
}
