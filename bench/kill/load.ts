import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../service.ts';

/** Where the load goes; the address changes with each start of the service. */
export interface Target {
  url: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  /** Path of the workspace's files. */
  readonly files: string;
}

interface Manifest {
  readonly filename: string;
  readonly version: number;
  readonly tables: readonly { readonly row_count: number }[];
}
interface Job {
  readonly status: string;
  readonly error?: string;
  readonly manifest?: Manifest;
}

/** What became of one file name: row counts grow with each upload, so that a count names an upload. */
interface Known {
  readonly attempted: Set<number>;
  /** Rows of the newest upload that the service said it had published. */
  acknowledged: number;
}

/** An upload that is waited for. */
export interface Upload {
  readonly isAcknowledged: boolean;
}

const WAITED = ['orders', 'visits', 'parcels'];
const QUEUED = ['invoices', 'tickets'];
const BUSY_MS = 20;
/** A background upload ends within this, also on a busy machine (milliseconds). */
const SETTLED_MS = 300_000;
/** A background upload in which the service was killed in each attempt: it says so, and that is no loss. */
const ABANDONED = /^The service ended in each of/;

/** A mixed load of uploads, background uploads and questions that remembers what the service acknowledged. */
export class Load {
  readonly #target: Target;
  readonly #random: () => number;
  readonly #known = new Map<string, Known>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];
  /** Status addresses of background uploads that the service took over. */
  readonly jobs: string[] = [];
  /** `filename@version` that a webhook has to tell. */
  readonly ready = new Set<string>();
  readonly wrong: string[] = [];
  readonly #uploadsUnderWay = new Set<{ isAcknowledged: boolean }>();
  answers = 0;
  uploads = 0;
  abandoned = 0;
  /** Settled while the service is there. */
  #there = Promise.withResolvers<void>();

  constructor(target: Target, random: () => number) {
    this.#target = target;
    this.#random = random;
    for (const name of [...WAITED, ...QUEUED])
      this.#known.set(name, { attempted: new Set(), acknowledged: 0 });
  }

  start(): void {
    this.resume();
    for (const name of WAITED) this.#loop(() => this.#upload(name));
    for (const name of QUEUED) this.#loop(() => this.#queue(name));
    for (let n = 0; n < 2; n++) this.#loop(() => this.#ask());
  }

  /** Those whose answer is waited for at the moment; whether they were acknowledged shows later. */
  uploadsUnderWay(): readonly Upload[] {
    return [...this.#uploadsUnderWay];
  }

  /** Begins nothing more until `resume`. */
  pause(): void {
    this.#there = Promise.withResolvers();
  }

  resume(): void {
    this.#there.resolve();
  }

  /** Waits until something of each kind was acknowledged, however slow the machine is, then ends. */
  async stop(): Promise<void> {
    while (this.uploads === 0 || this.jobs.length === 0 || this.answers === 0) await sleep(50);
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  /** The count that every table shows at rest, against what was acknowledged. */
  async checkTables(): Promise<void> {
    for (const name of this.#known.keys()) await this.#count(name);
  }

  /** Waits for a background upload to end; it may only end well, or give way to a newer version. */
  async settle(statusUrl: string): Promise<void> {
    for (const until = performance.now() + SETTLED_MS; ; ) {
      const job = await this.#call<Job>('GET', statusUrl);
      if (job.status === 'succeeded') return this.#took(job.manifest!);
      if (job.status === 'failed') {
        const error = job.error ?? '';
        if (ABANDONED.test(error)) this.abandoned++;
        else this.wrong.push(`${statusUrl}: ${job.error}`);
        return;
      }
      if (performance.now() > until) {
        this.wrong.push(`${statusUrl}: still ${job.status} after ${SETTLED_MS / 1_000} s`);
        return;
      }
      await sleep(100);
    }
  }

  #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return call<T>(this.#target, method, path, body);
  }

  /** What fails while the service is away is tried no further; what fails for good shows in the checks. */
  #loop(step: () => Promise<void>): void {
    const run = async () => {
      while (!this.#stopping.signal.aborted) {
        await this.#there.promise;
        await step().catch(() => {});
        await sleep(BUSY_MS + this.#random() * BUSY_MS);
      }
    };
    this.#running.push(run());
  }

  #form(name: string): FormData {
    const known = this.#known.get(name)!;
    const rows = Math.max(100, ...known.attempted) + 1 + Math.floor(this.#random() * 5);
    known.attempted.add(rows);
    const lines = Array.from({ length: rows }, (_, n) => `${n},${rows},place ${n % 7}`);
    const form = new FormData();
    form.set('file', new Blob([`number,batch,place\n${lines.join('\n')}\n`]), `${name}.csv`);
    return form;
  }

  async #upload(name: string): Promise<void> {
    const upload = { isAcknowledged: false };
    this.#uploadsUnderWay.add(upload);
    try {
      this.#took(await this.#call<Manifest>('POST', this.#target.files, this.#form(name)));
      upload.isAcknowledged = true;
      this.uploads++;
    } finally {
      this.#uploadsUnderWay.delete(upload);
    }
  }

  async #queue(name: string): Promise<void> {
    const { status_url } = await this.#call<{ status_url: string }>(
      'POST',
      `${this.#target.files}/async`,
      this.#form(name),
    );
    this.jobs.push(status_url);
    await sleep(1_500 * this.#random());
  }

  #took({ filename, version, tables }: Manifest): void {
    const known = this.#known.get(filename.replace('.csv', ''))!;
    known.acknowledged = Math.max(known.acknowledged, tables[0]!.row_count);
    this.ready.add(`${filename}@${version}`);
  }

  async #ask(): Promise<void> {
    const names = [...this.#known.keys()];
    const name = names[Math.floor(this.#random() * names.length)]!;
    if (this.#known.get(name)!.acknowledged > 0) await this.#count(name);
  }

  /** A table that is half visible, or went back behind what was acknowledged, has another count. */
  async #count(name: string): Promise<void> {
    const known = this.#known.get(name)!;
    const least = known.acknowledged;
    if (least === 0) return;
    const answer = await this.#call<{ result: string; data: { rows: unknown[][] } | null }>(
      'POST',
      '/query',
      { q: `how many ${name} are there`, workspace_id: this.#target.workspaceId },
    );
    const rows = Number(answer.data?.rows[0]?.[0]);
    this.answers++;
    if (answer.result !== 'success' || rows < least || !known.attempted.has(rows))
      this.wrong.push(`${name}: ${answer.result} ${rows} rows, acknowledged ${least}`);
  }
}
