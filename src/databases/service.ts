import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { type Clock, timestamp } from '#src/clock.ts';
import { type GetServer, readRequest } from '#src/databases/connection-request.ts';
import type { Connections } from '#src/databases/connections.ts';
import type { Enqueue } from '#src/databases/discovery-state.ts';
import { type ProbeDeps, probe } from '#src/databases/probe.ts';
import { detailsOf, findRow, recordOf, storedParts } from '#src/databases/records.ts';
import { refreshDatabase } from '#src/databases/refresh.ts';
import { refuseFiles, storeConnection } from '#src/databases/store-connection.ts';
import { isChecked } from '#src/databases/tls-warnings.ts';
import type { DatabaseScope, DatabasesService, DatabaseTest } from '#src/databases/types.ts';
import { AppError } from '#src/errors.ts';
import type { HostCheck } from '#src/network/host-check.ts';
import type { DatabaseSsl, ServerCertificate } from '#src/plugin-api/database-server.ts';
import { type SecretBox, SecretUnreadable } from '#src/secrets/secret-box.ts';
import { closingsOf, revokeResults } from '#src/store/closings.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';
import { createSchemaReads } from '#src/store/schema-reads.ts';

export interface DatabasesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly server: GetServer;
  readonly checkHost: HostCheck;
  readonly box: SecretBox;
  readonly connections: Connections;
  readonly enqueue: Enqueue;
  /** Removes what no generation of a database in use names. */
  readonly sweep: (databaseId: string) => Promise<void>;
  readonly probeTimeoutMs: number;
}

/** Connects, shows, tries and disconnects databases of tenants and workspaces. */
export function createDatabasesService(deps: DatabasesDeps): DatabasesService {
  const { store, clock, connections } = deps;
  const probing: ProbeDeps = deps;
  const now = () => timestamp(clock.now());

  /** What a database had open and shown goes with it; questions do not see it any more by now. */
  const forget = async (databaseId: string, workspaceIds: readonly string[]) => {
    await closingsOf(store).close({ workspaceIds });
    await connections.drop(databaseId);
    await deps.sweep(databaseId);
  };

  return {
    async connect(scope, request, signal, settle) {
      const parts = await readRequest(request, deps.server);
      await refuseFiles(store, scope);
      const probed = await probe(probing, parts, signal);
      const at = now();
      const { made, replaced, closed } = await store.transaction().execute(async (trx) => {
        const stored = await storeConnection(trx, deps, { scope, parts, probed, at });
        const made = recordOf(stored.row);
        await settle?.(trx, made);
        return { made, replaced: stored.replaced, closed: stored.closed };
      });
      if (replaced !== null) await forget(replaced, closed);
      return made;
    },

    show: async (scope) => detailsOf(await findRow(store, scope)),

    async disconnect(scope, settle) {
      const { id, gone, closed } = await store.transaction().execute(async (trx) => {
        const { row, closed } = await remove(trx, scope, now());
        const gone = { deleted: row.database_name };
        await settle?.(trx, gone);
        return { id: row.id, gone, closed };
      });
      await forget(id, closed);
      return gone;
    },

    async test(scope, request, signal) {
      const parts = request
        ? await readRequest(request, deps.server)
        : await readStored(deps, scope);
      const { serverVersion, readOnly, warnings, certificate } = await probe(
        probing,
        parts,
        signal,
      );
      const { type, host, port, database, user } = parts;
      const seen = { server_version: serverVersion, read_only: readOnly, warnings };
      const tls = certificate ? tlsFacts(certificate, parts.ssl) : null;
      return { ok: true, type, host, port, database, user, ...seen, tls };
    },

    async refresh({ workspaceId, databaseId, source }, settle) {
      if (databaseId === null)
        throw source === 'files'
          ? new AppError(
              'conflict',
              'This workspace has files, which are read on upload. To read a file again, upload it with force=true.',
            )
          : new AppError(
              'no_data',
              'No database is connected. Connect one with PUT /accounts/clients/{client_id}/database.',
            );
      return store.transaction().execute(async (trx) => {
        await refreshDatabase(trx, deps, databaseId);
        const status = await createSchemaReads(trx).schemaStatus(workspaceId);
        await settle?.(trx, status);
        return status;
      });
    },
  };
}

const tlsFacts = (
  { protocol, fingerprint256, subject, issuer, validFrom, validTo }: ServerCertificate,
  ssl: DatabaseSsl,
): NonNullable<DatabaseTest['tls']> => ({
  ...{ protocol, fingerprint_sha256: fingerprint256, subject, issuer },
  ...{ valid_from: validFrom.toISOString(), valid_to: validTo.toISOString() },
  checked: isChecked(ssl),
});

async function readStored(deps: DatabasesDeps, scope: DatabaseScope) {
  const row = await findRow(deps.store, scope);
  try {
    return storedParts(row, deps.box.open(row.secret, row.id));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new AppError('database_connection_failed', error.message, { cause: error });
  }
}

async function remove(trx: Transaction<StoreSchema>, scope: DatabaseScope, at: string) {
  const row = await findRow(trx, scope);
  await trx.deleteFrom('databases').where('id', '=', row.id).execute();
  const closed = await revokeResults(trx, row.client_id, row.workspace_id);
  if (row.workspace_id !== null)
    await trx
      .updateTable('workspaces')
      .set({ source: 'none', schema_updated_at: at })
      .where('id', '=', row.workspace_id)
      .where('source', '=', 'database')
      .execute();
  return { row, closed };
}
