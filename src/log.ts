import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { logStream } from './log-stream.ts';

export interface LogOptions {
  readonly level: string;
  /** Lines for people instead of JSON. */
  readonly pretty: boolean;
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
  return pino(settings, options.pretty ? forPeople(destination) : destination);
}

/** Written by this process: the thread that pino has for it ends the process where it cannot write. */
function forPeople(destination: DestinationStream): DestinationStream {
  const pretty = prettyFactory({});
  return { write: (line) => destination.write(pretty(line)) };
}
