import { expect } from 'chai';
import { createSchedules, type SchedulesDeps } from '#src/schedules/service.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';

describe('making a schedule', () => {
  let store: TestStore;
  before(async () => {
    store = await sqliteStore();
  });
  after(() => store.dispose());

  it('is refused for an owner who cannot be found again, such as a token of an outside issuer', async () => {
    const schedules = createSchedules({
      store: store.db,
      clock: { now: () => new Date('2026-11-29T12:00:00Z') },
      config: {
        public_url: 'https://data.example.com',
        schedules: { check_ms: 1_000, max_schedules: 10 },
        mail: { url: 'smtp://mail.example.com', domains: [] },
      },
      boards: { read: async () => ({ name: 'Sales' }) },
      ownerOf: async () => null,
    } as unknown as SchedulesDeps);
    const reader = {
      principal: { key: { id: 'issuer:idp:cli_1' }, endUserId: 'ann', policy: { filter: {} } },
      workspace: { accountId: 'acc_1', clientId: 'cli_1', workspaceId: 'ws_1' },
    };
    const request = {
      language: 'en',
      board_id: 'brd_1',
      when: { type: 'daily', at: '08:00' },
      time_zone: 'UTC',
      quiet: null,
      to: { type: 'email', to: ['ann@example.com'] },
    } as const;
    const refused = await schedules
      .create(reader as never, request, new AbortController().signal, async () => {})
      .catch((error: Error) => error.message);
    expect(refused).to.contain('Create it with an API key');
    expect(await store.db.selectFrom('schedules').selectAll().execute()).to.deep.equal([]);
  });
});
