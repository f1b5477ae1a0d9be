import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#config/schema.ts';
import { redactor, secretsOf } from '#config/secrets.ts';
import { logStream } from './log-stream.ts';

export interface LogOptions {
  readonly level: string;
  /** Lines for people instead of JSON. */
  readonly pretty: boolean;
  /** Texts that never reach the log, wherever they stand: a provider may quote its key in an error. */
  readonly secrets: readonly string[];
}

/** What never reaches a log, wherever it stands in a record. */
const SECRET_PATHS = [
  'req.headers["x-api-key"]',
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'headers["x-api-key"]',
  'headers.authorization',
  'api_key',
  'raw_key',
  'password',
  'token',
  '*.api_key',
  '*.raw_key',
  '*.password',
  '*.token',
];

/** The log of a configuration, at its level or another one. */
export function openLog(config: Config, level: string = config.log.level): Logger {
  return createLogger({ level, pretty: config.log.pretty, secrets: secretsOf(config) });
}

/** The time of a line; written once for all lines of a millisecond, as writing it is a tenth of a line. */
function isoTime(): () => string {
  let written = '';
  let at = Number.NaN;
  return () => {
    const now = Date.now();
    if (now !== at) written = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return written;
  };
}

/** The service's log: JSON lines on standard error, secrets left out. */
export function createLogger(
  options: LogOptions,
  destination: DestinationStream = logStream(2),
): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: isoTime(),
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
  };
  const safe = withoutSecrets(destination, options.secrets);
  return pino(settings, options.pretty ? forPeople(safe) : safe);
}

function withoutSecrets(destination: DestinationStream, secrets: readonly string[]) {
  if (secrets.length === 0) return destination;
  const redact = redactor(secrets);
  return { write: (line: string) => destination.write(redact(line)) };
}

/** Written by this process: the thread that pino has for it ends the process where it cannot write. */
function forPeople(destination: DestinationStream): DestinationStream {
  const load = createRequire(import.meta.url);
  const { prettyFactory } = load('pino-pretty') as typeof import('pino-pretty');
  const pretty = prettyFactory({});
  return { write: (line) => destination.write(pretty(line)) };
}
