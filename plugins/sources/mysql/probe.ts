import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseProbe, DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { Connector } from './connector.ts';
import { type Grant, judgeGrants, readGrant, rolesOf } from './grants.ts';
import { literal } from './names.ts';
import { Session } from './session.ts';
import type { MysqlSettings } from './settings.ts';
import { unseenViews } from './views.ts';
import { aborted, within } from './waiting.ts';

/** Connects once, reads version and privileges, and leaves. Fails with `ConnectionError` or the signal's reason. */
export async function probe(
  target: DatabaseTarget,
  { connect_timeout_ms: timeoutMs }: MysqlSettings,
  signal: AbortSignal,
): Promise<DatabaseProbe> {
  const connector = new Connector(target, timeoutMs);
  const session = await Session.open(connector, signal);
  try {
    return await aborted(signal, within(timeoutMs, look(session, target, timeoutMs)));
  } catch (error) {
    signal.throwIfAborted();
    throw connector.explain(error);
  } finally {
    session.destroy();
  }
}

async function look(
  session: Session,
  target: DatabaseTarget,
  timeoutMs: number,
): Promise<DatabaseProbe> {
  await session.pin({ timeoutMs, maxRows: null });
  await requireDatabase(session, target);
  const schemas = target.schemas ?? [target.database];
  const { grants, isComplete } = await readGrants(session);
  const judged = judgeGrants(target.user, grants, schemas);
  const unseen = await unseenViews(session, schemas);
  return {
    serverVersion: session.identity.flavour.text,
    readOnly: judged.readOnly && isComplete,
    warnings: [
      ...judged.warnings,
      ...(isComplete ? [] : [UNREAD_ROLES]),
      ...(unseen > 0 ? [unseenText(unseen)] : []),
    ],
    certificate: session.certificate,
  };
}

/** The server shows a user only the databases in which it may do something. */
async function requireDatabase(
  session: Session,
  { database, user }: DatabaseTarget,
): Promise<void> {
  const found = await session.rows(
    `SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${literal(database)}`,
  );
  if (found.length === 0)
    throw new ConnectionError(
      'database',
      `The database "${database}" doesn't exist, or the user "${user}" has no access to it.`,
    );
}

const UNREAD_ROLES =
  "The permissions of the user's roles couldn't be read, so the user may be able to write.";

const unseenText = (views: number) =>
  `${views} views were left out, because the user can't see their definitions. Grant it SHOW VIEW to include them.`;

/** The grants of the user and of its roles. */
async function readGrants(
  session: Session,
): Promise<{ readonly grants: readonly Grant[]; readonly isComplete: boolean }> {
  const shown = async (sql: string) => (await session.rows(sql)).map(([line]) => String(line));
  const lines = await shown('SHOW GRANTS FOR CURRENT_USER()');
  let isComplete = true;
  const roles = [...new Set(lines.flatMap(rolesOf))];
  const ofRoles: string[] = [];
  for (const role of roles)
    try {
      if (session.identity.flavour.product === 'MariaDB') {
        await session.rows(`SET ROLE ${role}`);
        ofRoles.push(...(await shown('SHOW GRANTS FOR CURRENT_ROLE')));
      } else ofRoles.push(...(await shown(`SHOW GRANTS FOR CURRENT_USER() USING ${role}`)));
    } catch {
      isComplete = false;
    }
  return { grants: [...lines, ...ofRoles].flatMap((line) => readGrant(line) ?? []), isComplete };
}
