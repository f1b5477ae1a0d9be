import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { shareWorkspace, type Workspace } from './workspace.ts';

describe('the day that a workspace counts from', () => {
  let own: Workspace;
  before(async () => {
    own = await shareWorkspace();
    await own.upload(
      'order_id,amount,ordered_on\n1,5,2025-01-10\n2,7,2025-02-10\n3,11,2025-03-10\n',
      'orders.csv',
    );
  });
  after(() => own.close());

  const countFrom = (as_of: string | null) =>
    call(own.service, 'PATCH', `/clients/${own.clientId}/workspaces/${own.workspaceId}`, { as_of });
  const lastMonth = async () => (await own.ask('total amount last month')).data.rows;

  it('holds for the next question, though the same was asked before', async () => {
    await countFrom('2025-02-20');
    expect(await lastMonth()).to.deep.equal([[5]]);
    await countFrom('2025-03-20');
    expect(await lastMonth()).to.deep.equal([[7]]);
    await countFrom('2025-04-01');
    expect(await lastMonth()).to.deep.equal([[11]]);
    await countFrom('2025-02-20');
    expect(await lastMonth()).to.deep.equal([[5]]);
  });
});
