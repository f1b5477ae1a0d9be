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
