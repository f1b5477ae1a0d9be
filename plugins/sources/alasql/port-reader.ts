import type { MessagePort } from 'node:worker_threads';
import type { FromQuery, ToQuery } from '#workers/alasql/protocol.ts';

/** How long a task may take to see that nobody reads on, before it is ended with its thread (milliseconds). */
const GRACE_MS = 1_000;

/** What a query of a worker says, as its reader asks for it. */
export class PortReader {
  readonly #port: MessagePort;
  readonly #messages: FromQuery[] = [];
  readonly #failed: Promise<never>;
  readonly #giveUp: () => void;
  #wake: () => void = () => {};
  #over = false;

  /**
   * `running`: the task behind the port, which says everything through it and fails where it fails. `giveUp` ends it
   * where it is.
   */
  constructor(port: MessagePort, running: Promise<unknown>, giveUp: () => void) {
    this.#port = port;
    this.#giveUp = giveUp;
    const over = () => {
      this.#over = true;
    };
    running.then(over, over);
    this.#failed = new Promise((_, reject) => running.catch(reject));
    this.#failed.catch(() => {});
    port.on('message', (message: FromQuery) => {
      this.#messages.push(message);
      this.#wake();
    });
  }

  /** The next message. Fails as the task does. */
  async next(): Promise<FromQuery> {
    while (this.#messages.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await Promise.race([promise, this.#failed]);
    }
    const message = this.#messages.shift()!;
    if (message.kind === 'rows') this.#tell('pull');
    return message;
  }

  /** Nobody reads on: the task ends when it looks up next, or is ended. */
  close(): void {
    this.#tell('stop');
    this.#port.close();
    if (!this.#over) setTimeout(() => this.#over || this.#giveUp(), GRACE_MS).unref();
  }

  #tell(message: ToQuery): void {
    this.#port.postMessage(message);
  }
}
