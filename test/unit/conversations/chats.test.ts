import { expect } from 'chai';
import { createChats } from '#src/conversations/chats.ts';
import { createConversations } from '#src/conversations/conversations.ts';
import type { Chats, Conversations } from '#src/conversations/types.ts';
import type { Principal } from '#src/principal.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from '../ask/harness.ts';
import { seedWorkspaces } from '../ask/store.ts';

overStores('chats', (open) => {
  let store: TestStore;
  let made: Conversations;
  let chats: Chats;
  let now: Date;
  const by = (over: Partial<Principal> = {}, clientId = 'cli') => ({
    principal: principal({ endUserId: null, workspaceId: null, ...over }),
    clientId,
  });
  const anna = by({ endUserId: 'anna' });
  const filtered = by({ policy: { filter: { region: 'North' }, hash: 'north' } });

  beforeEach(async () => {
    store = await open();
    await seedWorkspaces(store.db);
    now = new Date('2026-11-01T00:00:00Z');
    made = createConversations(store.db, { now: () => now });
    chats = createChats(store.db);
  });
  afterEach(() => store.dispose());

  const turn = (sessionId: string, traceId: string) =>
    made.record({
      sessionId,
      question: `question ${traceId}`,
      answer: { result: 'success', sql: 'SELECT 1', explanation: 'One.', rows: [[1]] },
      query: null,
      traceId,
    });
  const chat = async (
    id: string,
    endUserId: string | null,
    workspaceId = 'wsp',
    policyHash = 'all',
  ) => {
    const scope = { clientId: 'cli', workspaceId, endUserId, policyHash };
    await made.start(id, scope, { isDefault: false, title: id });
    await turn(id, `tr_${id}`);
    now = new Date(now.getTime() + 1_000);
  };
  const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);
  const titles = async (reader: Parameters<Chats['list']>[0], limit: number) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Chats['list']>> = await chats.list(reader, { limit, cursor });
      expect(page.chats.length).to.be.at.most(limit);
      found.push(...page.chats.map(({ title, turns }) => `${title}:${turns}`));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return found;
  };

  it('are listed newest first, page by page: those of the person, or everybody', async () => {
    await chat('s1', 'anna');
    await chat('s2', 'ben');
    await chat('s3', 'anna');
    await chat('s4', null, 'other');
    expect(await titles(anna, 1)).to.deep.equal(['s3:1', 's1:1']);
    expect(await titles(by(), 2)).to.deep.equal(['s4:1', 's3:1', 's2:1', 's1:1']);
    expect(await titles({ ...by(), workspaceId: 'wsp' }, 5)).to.deep.equal([
      's3:1',
      's2:1',
      's1:1',
    ]);
    expect(await titles(by({ workspaceId: 'other' }), 5)).to.deep.equal(['s4:1']);
    expect(await titles(by({}, 'another'), 5)).to.deep.equal([]);
  });

  it('show their turns oldest first, page by page', async () => {
    await chat('s', 'anna');
    for (const trace of ['b', 'c']) await turn('s', trace);
    const first = await chats.read(anna, 's', { limit: 2, cursor: null });
    expect(first.turns.map(({ question }) => question)).to.deep.equal([
      'question tr_s',
      'question b',
    ]);
    expect(first.turns[0]).to.deep.equal({
      answer: null,
      decline_reason: null,
      hint: null,
      question: 'question tr_s',
      result: 'success',
      explanation: 'One.',
      sql: 'SELECT 1',
      trace_id: 'tr_s',
      created_at: '2026-11-01T00:00:00.000',
    });
    const rest = await chats.read(anna, 's', { limit: 2, cursor: first.next_cursor });
    expect(rest.turns.map(({ trace_id }) => trace_id)).to.deep.equal(['c']);
    expect(rest.next_cursor).to.equal(null);
  });

  it('of another person, workspace or tenant are not there', async () => {
    await chat('s', 'anna');
    const strangers = [by({ endUserId: 'ben' }), by({ workspaceId: 'other' }), by({}, 'another')];
    for (const stranger of strangers) {
      const page = { limit: 5, cursor: null };
      expect(await failure(chats.read(stranger, 's', page))).to.include({
        code: 'session_not_found',
      });
      expect(await failure(chats.remove(stranger, 's'))).to.include({ code: 'session_not_found' });
    }
    expect((await chats.read(by(), 's', { limit: 5, cursor: null })).turns).to.have.length(1);
  });

  it('of another row filter are seen only by who sees all rows of the whole account', async () => {
    await chat('s1', 'anna');
    await chat('s2', 'anna', 'wsp', 'north');
    expect(await titles(filtered, 5)).to.deep.equal(['s2:1']);
    expect(await titles(anna, 5)).to.deep.equal(['s1:1']);
    expect(await titles(by(), 5)).to.deep.equal(['s2:1', 's1:1']);
    const page = { limit: 5, cursor: null };
    expect((await chats.read(filtered, 's2', page)).turns).to.have.length(1);
    for (const work of [chats.read(filtered, 's1', page), chats.remove(filtered, 's1')])
      expect(await failure(work)).to.include({ code: 'session_not_found' });
  });

  it('are gone with their turns when removed, and a turn that comes later is dropped', async () => {
    await chat('s', 'anna');
    await chats.remove(anna, 's');
    await turn('s', 'late');
    expect(await made.find('s')).to.equal(null);
    expect(await store.db.selectFrom('turns').selectAll().execute()).to.deep.equal([]);
  });

  it('are removed by one of those who remove them at once', async () => {
    await chat('s', 'anna');
    const removed = await Promise.allSettled(
      Array.from({ length: 5 }, () => chats.remove(anna, 's')),
    );
    expect(removed.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('are found by their title and their questions, in any case, and not by wildcards', async () => {
    await chat('Revenue', 'anna');
    await chat('100%_sure', 'anna');
    await chat('other', 'ben');
    const found = async (text: string) =>
      (await chats.list(anna, { limit: 5, cursor: null, text })).chats.map(({ title }) => title);
    expect(await found('rEVen')).to.deep.equal(['Revenue']);
    expect(await found('QUESTION tr_')).to.deep.equal(['100%_sure', 'Revenue']);
    expect(await found('0%_s')).to.deep.equal(['100%_sure']);
    expect(await found('%')).to.deep.equal(['100%_sure']);
    expect(await found('\\')).to.deep.equal([]);
    expect(await found("'; drop table sessions; --")).to.deep.equal([]);
    expect(await found('other')).to.deep.equal([]);
  });

  it('are found in any case beyond ASCII too', async () => {
    await chat('Übersicht der ÄRZTE', 'anna');
    await chat('Доход', 'anna');
    const found = async (text: string) =>
      (await chats.list(anna, { limit: 5, cursor: null, text })).chats.map(({ title }) => title);
    expect(await found('Übersicht')).to.deep.equal(['Übersicht der ÄRZTE']);
    expect(await found('ärzte')).to.deep.equal(['Übersicht der ÄRZTE']);
    expect(await found('дохОД')).to.deep.equal(['Доход']);
    expect(await found('Ubersicht')).to.deep.equal([]);
  });

  it('are renamed by those whom they belong to', async () => {
    await chat('s', 'anna');
    expect(await chats.rename(anna, 's', 'Sales')).to.include({ title: 'Sales', turns: 1 });
    expect(await titles(anna, 5)).to.deep.equal(['Sales:1']);
    const foreign = await failure(chats.rename(by({ endUserId: 'ben' }), 's', 'Mine'));
    expect(foreign).to.include({ code: 'session_not_found' });
  });

  it('refuse a cursor that no list gave', async () => {
    for (const cursor of ['nonsense', Buffer.from('[1]').toString('base64url')]) {
      const error = await failure(chats.list(anna, { limit: 1, cursor }));
      expect(error).to.include({ code: 'bad_request' });
    }
  });
});
