import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import type { DatabaseForTests } from '../fakes/database-kind.ts';
import type { Workspace } from './workspace.ts';

/** Makes a workspace of a database with the music fixture; gives its id when it has been discovered. */
export async function connectDatabase(
  { service, clientId }: Workspace,
  type: string,
  { target }: DatabaseForTests,
): Promise<string> {
  const { workspace_id } = await call<{ workspace_id: string }>(
    service,
    'POST',
    `/clients/${clientId}/workspaces`,
    { name: type },
  );
  const { host, port, database, user, password } = target;
  const body = {
    workspace_id,
    type,
    host,
    port,
    database,
    user,
    password,
    ssl: { mode: 'prefer' },
    tables: { exclude: ['customer_totals'] },
  };
  await call(service, 'PUT', `/accounts/clients/${clientId}/database`, body);
  const status = `/clients/${clientId}/schema/status?workspace_id=${workspace_id}`;
  for (let found = ''; found !== 'ready'; ) {
    ({ status: found } = await call<{ status: string }>(service, 'GET', status));
    expect(found).to.not.equal('failed');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return workspace_id;
}
