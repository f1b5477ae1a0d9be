import { isDiskFull } from '#src/errors.ts';
import { StartError } from '#src/start-error.ts';
import { StoreUnavailable } from './unavailable.ts';

/** Where a metadata store is. */
export type StorePlace = { readonly url: string } | { readonly path: string };

const RESTORE = 'restore a backup with "plumbline restore" (docs/operations.md)';
const DAMAGED = ['SQLITE_NOTADB', 'SQLITE_CORRUPT'];
const NOT_USABLE = ['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_AUTH'];
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'ENOENT'];
/** Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html and of sockets. */
const UNREACHABLE = /^(E(CONN|NOTFOUND|AI_|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE|NOENT)|08|57P0)/;
const REFUSED_LOGIN = /^28/;
const NO_DATABASE = '3D000';
const NO_PERMISSION = '42501';

/** A store that has had migrations which this release does not know. */
export const newerStore = (place: StorePlace, migrations: readonly string[]): StartError =>
  new StartError(
    `The metadata store (${nameOf(place)}) was written by a newer release of Plumbline (${migrations.join(', ')}). Nothing was changed. Start that release, or restore a backup from this release (docs/operations.md).`,
  );

/** What is wrong with the metadata store, and what to do; what already says so stays as it is. */
export function storeTrouble(error: unknown, place: StorePlace): StartError {
  if (error instanceof StartError) return error;
  if (error instanceof StoreUnavailable) return storeTrouble(error.cause, place);
  return new StartError(
    `The metadata store (${nameOf(place)}) ${'url' in place ? ofPostgres(error) : ofSqlite(error)}`,
    { cause: error },
  );
}

/** The same for an error of a file store that shows later, such as a damaged page; null for any other error. */
export function damagedStore(error: unknown): StartError | null {
  const found = [error, error instanceof Error ? error.cause : null].find((one) =>
    DAMAGED.some((code) => codeOf(one).startsWith(code)),
  );
  return found ? new StartError(`The metadata store ${ofSqlite(found)}`, { cause: error }) : null;
}

function ofSqlite(error: unknown): string {
  const code = codeOf(error);
  const reason = textOf(error);
  if (DAMAGED.some((one) => code.startsWith(one)))
    return `is damaged: ${reason}. Nothing was changed. Keep a copy of the data folder, then ${RESTORE}.`;
  if (isDiskFull(error)) return "can't be written to, because the disk is full. Free some space.";
  if (code.startsWith('SQLITE_BUSY'))
    return 'is in use: another process has been writing to it for 10 s. Try again.';
  if (NOT_USABLE.some((one) => code.startsWith(one)) || NOT_WRITABLE.includes(code))
    return `can't be opened for writing: ${reason}. Change the permissions of the data folder and its files.`;
  return `can't be opened: ${reason}`;
}

function ofPostgres(error: unknown): string {
  const code = codeOf(error);
  const reason = textOf(error);
  if (UNREACHABLE.test(code) || /timeout|terminated/i.test(reason))
    return `can't be reached: ${reason}. Start the server, or correct store.url (PLUMBLINE_STORE__URL).`;
  if (REFUSED_LOGIN.test(code))
    return `refused the login: ${reason}. Correct the user and password in store.url (PLUMBLINE_STORE__URL).`;
  if (code === NO_DATABASE)
    return `can't be opened: ${reason}. Create the database, or correct its name in store.url (PLUMBLINE_STORE__URL).`;
  if (code === NO_PERMISSION)
    return `can't be used: ${reason}. Make the user of store.url the owner of the tables, or allow it to create them.`;
  if (isDiskFull(error)) return "can't be written to, because its disk is full. Free some space.";
  return `can't be opened: ${reason}`;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Node leaves the message empty where it tried several addresses of a name. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(textOf).join('; ');
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/** Without user and password. */
function nameOf(place: StorePlace): string {
  if ('path' in place) return place.path;
  if (!URL.canParse(place.url)) return 'store.url';
  const { host, pathname } = new URL(place.url);
  return `store.url, ${host}${pathname}`;
}
