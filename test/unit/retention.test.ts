import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { recordAudit } from '#src/accounts/audit.ts';
import { createConversations } from '#src/conversations/conversations.ts';
import { removeOld } from '#src/retention.ts';
import { overStores, type TestStore } from '../fakes/stores.ts';
import { seedWorkspaces } from './ask/store.ts';

const DAY_MS = 86_400_000;

overStores('retention', (open) => {
  let store: TestStore;
  let now: Date;
  const clock = { now: () => now };

  beforeEach(async () => {
    store = await open();
    await seedWorkspaces(store.db);
    now = new Date('2026-02-01T00:00:00Z');
    await store.db
      .insertInto('answers')
      .values({
        trace_id: 'tr',
        account_id: 'acc',
        client_id: 'cli',
        workspace_id: 'wsp',
        key_id: 'key',
        end_user_id: null,
        generation_id: null,
        question: 'q',
        result: 'success',
        sql: null,
        trace: '{}',
        cost_usd: 0,
        duration_ms: 1,
        created_at: '2026-02-01T00:00:00.000',
      })
      .execute();
    await store.db
      .insertInto('feedback')
      .values({
        trace_id: 'tr',
        end_user_id: '',
        client_id: 'cli',
        workspace_id: 'wsp',
        key_id: 'key',
        rating: 'up',
        comment: null,
        correct_sql: null,
        example: null,
        answered_at: '2026-02-01T00:00:00.000',
        // Said days later: it is kept no longer than its answer.
        updated_at: '2026-02-05T00:00:00.000',
      })
      .execute();
    await recordAudit(store.db, clock, {
      accountId: 'acc',
      clientId: 'cli',
      workspaceId: 'wsp',
      action: 'file.uploaded',
      by: 'command_line',
      target: {},
    });
    const chats = createConversations(store.db, clock);
    const scope = { clientId: 'cli', workspaceId: 'wsp', endUserId: null, policyHash: 'all' };
    await chats.start('ses', scope, { isDefault: false, title: 't' });
    const turn = { sessionId: 'ses', question: 'q', answer: {}, query: null, traceId: 'tr' };
    await chats.record(turn);
  });
  afterEach(() => store.dispose());

  const none = { answers: 0, feedback: 0, chats: 0, audit: 0, sessions: 0 };

  it('removes answers with their feedback, chats and audit entries, each after its own days and not before', async () => {
    const config = configSchema.parse({
      retention: { answers_days: 10, chats_days: 20, audit_days: 30 },
    });
    const after = (days: number, ms = 0) => {
      now = new Date(Date.UTC(2026, 1, 1) + days * DAY_MS + ms);
      return removeOld({ store: store.db, clock, config });
    };
    expect(await after(10)).to.deep.equal(none);
    expect(await after(10, 1)).to.deep.equal({ ...none, answers: 1, feedback: 1 });
    expect(await after(20)).to.deep.equal(none);
    expect(await after(20, 1)).to.deep.equal({ ...none, chats: 1 });
    expect(await store.db.selectFrom('turns').selectAll().execute()).to.deep.equal([]);
    expect(await after(30)).to.deep.equal(none);
    expect(await after(30, 1)).to.deep.equal({ ...none, audit: 1 });
    expect(await store.db.selectFrom('audit_log').selectAll().execute()).to.deep.equal([]);
  });
});
