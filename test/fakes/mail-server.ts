import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const SERVICES = path.resolve(import.meta.dirname, '../services');

/** What a mail server was handed. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly source: string;
}

interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Refuses what comes with this code from now on; 0 takes it. */
  refuseWith(code: number): void;
  close(): Promise<void>;
}

interface Envelope {
  readonly mailFrom: { readonly address: string } | false;
  readonly rcptTo: readonly { readonly address: string }[];
}

/** The part of `smtp-server` that is used here; it comes without types. */
interface SmtpModule {
  readonly SMTPServer: new (
    options: Readonly<Record<string, unknown>>,
  ) => { readonly server: Server; listen(port: number, host: string): void; close(): void };
}

/** Whether `npm ci --prefix test/services` was run; where services are required it must have been. */
export function hasMailServer(): boolean {
  const isInstalled = existsSync(path.join(SERVICES, 'node_modules/smtp-server'));
  if (!isInstalled && process.env['REQUIRE_SERVICES'] === '1')
    throw new Error('smtp-server is missing: npm ci --prefix test/services');
  return isInstalled;
}

/** A real SMTP server on this machine that keeps what it is handed. */
export async function startMailServer(): Promise<MailServer> {
  const require = createRequire(path.join(SERVICES, 'package.json'));
  const { SMTPServer } = require('smtp-server') as SmtpModule;
  const mails: ReceivedMail[] = [];
  let code = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(
      stream: NodeJS.ReadableStream,
      { envelope }: { readonly envelope: Envelope },
      done: (error?: Error) => void,
    ) {
      const source = await text(stream as never);
      if (code > 0) return done(Object.assign(new Error('not now'), { responseCode: code }));
      mails.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        source,
      });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuseWith(next) {
      code = next;
    },
    async close() {
      server.close();
    },
  };
}
