/** Milliseconds by step, to three digits behind the point. */
export class Stopwatch {
  private readonly startedAt = performance.now();
  private readonly steps: Record<string, number> = {};

  async time<T>(step: string, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await work();
    } finally {
      this.set(step, (this.steps[step] ?? 0) + performance.now() - from);
    }
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
