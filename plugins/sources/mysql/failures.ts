import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { SourceError, type SourceErrorKind } from '#src/plugin-api/source-error.ts';
import { asDriverError, isLost } from './driver-errors.ts';

/** Numbers of the servers' catalogues (MySQL 8 "Server Error Message Reference", MariaDB "Error Codes"). */
const KINDS: ReadonlyMap<number, SourceErrorKind> = new Map([
  [1317, 'timeout'], // interrupted, though not by us
  [3024, 'timeout'], // max_execution_time
  [1969, 'timeout'], // max_statement_time
  [1205, 'timeout'], // lock wait
  // Tables, columns and rights: the guard let only names of the catalog through.
  ...[1044, 1049, 1054, 1142, 1143, 1146, 1356].map((number) => [number, 'changed'] as const),
  [1037, 'too_large'], // out of memory
  [1038, 'too_large'], // out of sort memory
  [5, 'too_large'], // out of memory
  [1114, 'too_large'], // a temporary table is full
  [1153, 'too_large'], // packet larger than max_allowed_packet
]);
const LONGEST_MESSAGE = 500;

/** Any failure under a running call as the `SourceError` that the caller is owed. */
export function sourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof ConnectionError)
    return new SourceError('unavailable', error.message, { cause: error });
  const driver = asDriverError(error);
  if (isLost(driver))
    return new SourceError(
      'unavailable',
      'The database server closed the connection. Try again in a moment.',
      {
        cause: error,
      },
    );
  const kind = KINDS.get(driver.errno ?? 0) ?? 'query';
  const message = (driver.sqlMessage ?? driver.message).split('\n')[0]!.slice(0, LONGEST_MESSAGE);
  return new SourceError(kind, message, { cause: error });
}
