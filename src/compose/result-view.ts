import type { AccountsService, ResolvedWorkspace } from '#src/accounts/types.ts';
import { type RunDeps, runSaved } from '#src/boards/run.ts';
import { AppError } from '#src/errors.ts';
import type { ServiceRoutesDeps } from '#src/http/service-routes.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import { dataVersion } from '#src/results/data-version.ts';
import type { ResultSpool } from '#src/results/types.ts';
import { viewSql } from '#src/results/view.ts';

interface ResultViewDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly results: Pick<ResultSpool, 'find'>;
  readonly catalogOf: (workspace: ResolvedWorkspace) => Promise<Catalog | null>;
  readonly dialectOf: (catalog: Catalog) => Promise<DataSource['dialect']>;
}

/**
 * Sorts and filters a kept result on the data that it was read from. Fails with `conflict` where that has changed, and
 * with `unprocessable` where the statement can't be run.
 */
export function createResultView(
  running: RunDeps,
  deps: ResultViewDeps,
): ServiceRoutesDeps['viewResult'] {
  return async (token, reader, view, signal) => {
    const { principal, clientId } = reader;
    const kept = await deps.results.find(token, reader);
    const { workspaceId } = kept.owner;
    const workspace = await deps.accounts.workspace(principal, { clientId, workspaceId });
    const catalog = await deps.catalogOf(workspace);
    if (!catalog || dataVersion(catalog.attachments) !== kept.dataVersion) throw changedSince();
    const columns = kept.columns.map(({ name }) => name);
    const dialect = await deps.dialectOf(catalog);
    const text = viewSql(dialect.name, { sql: kept.sql, columns }, view);
    if (text === null)
      throw new AppError(
        'unprocessable',
        'The result has no column with that name, or more than one. Check the name.',
      );
    const run = await runSaved(running, { principal, workspace }, { sql: text, columns }, signal);
    if ('failure' in run) throw new AppError('unprocessable', run.failure);
    if (run.generationId !== catalog.generationId) throw changedSince();
    return run.result;
  };
}

const changedSince = () =>
  new AppError('conflict', 'The data has changed since this answer. Ask the question again.');
