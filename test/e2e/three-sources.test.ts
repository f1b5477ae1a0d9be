import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type DatabaseForTests, openOrSkip } from '../fakes/database-kind.ts';
import { MYSQL } from '../fakes/mysql-kind.ts';
import { POSTGRES } from '../fakes/postgres-server.ts';
import { MUSIC } from '../fixtures/music/music.ts';
import { MUSIC_QUESTIONS } from '../fixtures/music/questions.ts';
import { type Answer, comparable, csvOf } from './answers.ts';
import { connectDatabase } from './connect.ts';
import { shareWorkspace, type Workspace } from './workspace.ts';

/** At least so many of the questions are answered, by every source alike. */
const ANSWERED_AT_LEAST = 50;

/** Chats whose questions refer to the rows of the answer before. */
const CONVERSATIONS: readonly (readonly [string, ...string[]])[] = [
  ['customers in Germany', 'how many invoices do those customers have'],
  ['top 3 customers by total', 'what are the countries of these customers'],
  ['top 3 customers by total', 'how many invoices do they have', 'what is their average total'],
  ['top 2 billing countries by total', 'list the invoices in those billing countries'],
];

interface VerifiedAnswer extends Answer {
  readonly verification: { readonly status: string; readonly metrics: string[] };
  readonly lineage: { readonly measures: string[] };
}

describe('the same questions over files, PostgreSQL and MariaDB', () => {
  let own: Workspace;
  const servers: DatabaseForTests[] = [];
  const workspaces = new Map<string, string>();

  before(async function () {
    for (const kind of [POSTGRES, MYSQL]) servers.push(await openOrSkip(kind, this));
    own = await shareWorkspace();
    for (const { name, columns, rows } of MUSIC)
      await own.upload(csvOf([columns.map((column) => column.name), ...rows]), `${name}.csv`);
    workspaces.set('files', own.workspaceId);
    for (const [index, type] of ['postgres', 'mysql'].entries())
      workspaces.set(type, await connectDatabase(own, type, servers[index]!));
  });
  after(async () => {
    await own?.close();
    for (const server of servers) await server.close();
  });

  const ask = (q: string, source: string) =>
    call<VerifiedAnswer>(own.service, 'POST', '/query', {
      q,
      workspace_id: workspaces.get(source),
    });

  let answered = 0;
  for (const question of MUSIC_QUESTIONS)
    it(question, async () => {
      const answers = await Promise.all(
        [...workspaces.keys()].map((source) => ask(question, source)),
      );
      const [files, ...others] = answers;
      for (const other of others) {
        expect(other.result, `${other.explanation}\n${other.sql}`).to.equal(files!.result);
        expect(comparable(other), `${files!.sql}\n${other.sql}`).to.deep.equal(comparable(files!));
      }
      if (files!.result === 'success') answered += 1;
    });

  it('answers most of them', () => {
    expect(answered).to.be.at.least(ANSWERED_AT_LEAST);
  });

  for (const [first, ...following] of CONVERSATIONS)
    it([first, ...following].join(' → '), async () => {
      const answers = await Promise.all(
        [...workspaces.values()].map((workspace) => converse([first, ...following], workspace)),
      );
      for (const answer of answers) {
        expect(answer.result, `${answer.explanation}\n${answer.sql}`).to.equal('success');
        expect(answer.data!.rows).to.not.deep.equal([]);
        expect(comparable(answer), `${answer.sql}`).to.deep.equal(comparable(answers[0]!));
      }
    });

  /** The answer to the last of the questions of one chat. */
  async function converse(questions: readonly string[], workspace: string): Promise<Answer> {
    let chat: Record<string, unknown> = { new_session: true };
    let answer: (Answer & { readonly session_id: string }) | null = null;
    for (const query of questions) {
      const url = `/clients/${own.clientId}/ask`;
      answer = await call(own.service, 'POST', url, { ...chat, query, workspace_id: workspace });
      chat = { session_id: answer!.session_id };
    }
    return answer!;
  }

  describe('a long result that is sorted and filtered', () => {
    const tokens = new Map<string, string>();
    before(async () => {
      for (const [source, workspace_id] of workspaces) {
        const { result_token } = await call<{ result_token: string }>(
          own.service,
          'POST',
          `/clients/${own.clientId}/select`,
          {
            sql: 'SELECT customer_id, first_name, city, support_rep_id FROM customers ORDER BY customer_id',
            workspace_id,
            max_rows: 2,
          },
        );
        tokens.set(source, result_token);
      }
    });

    for (const view of [
      { sort: [{ column: 'city', descending: true }, { column: 'customer_id' }] },
      { sort: [{ column: 'customer_id' }], filters: [{ column: 'city', is: 'not_empty' }] },
      {
        sort: [{ column: 'customer_id' }],
        filters: [{ column: 'support_rep_id', is: 'at_least', value: 6 }],
      },
      {
        sort: [{ column: 'customer_id' }],
        filters: [{ column: 'first_name', is: 'contains', value: 'A' }],
      },
      { filters: [{ column: 'city', is: 'equal', value: "\\' OR 1=1 -- " }] },
      { filters: [{ column: 'first_name', is: 'contains', value: '\\%_' }] },
    ])
      it(JSON.stringify(view), async () => {
        const found = [];
        for (const token of tokens.values())
          found.push(
            await call<{ rows: unknown[][]; total_rows: number }>(
              own.service,
              'POST',
              `/clients/${own.clientId}/results/${token}/view`,
              view,
            ),
          );
        for (const one of found) expect(one.rows).to.deep.equal(found[0]!.rows);
        const isNothing = !('sort' in view);
        expect(found[0]!.total_rows).to.satisfy((n: number) => (isNothing ? n === 0 : n > 0));
      });
  });

  describe('with a signed metric', () => {
    const metric = {
      name: 'line value',
      synonyms: ['worth of lines'],
      table: 'invoice_lines',
      expression: 'SUM(invoice_lines.unit_price * quantity)',
      filters: ['quantity > 0 OR unit_price > 0', 'unit_price <> 0.99'],
      signed_by: 'ann@example.com',
    };
    const questions = [
      'line value',
      'worth of lines by genre',
      'line value by country in 2022',
      'top 3 artists by line value',
      'customers with line value above 20',
      'line value per month in 2022',
    ];

    before(async () => {
      for (const [source, workspace] of workspaces) {
        expect((await ask(questions[0]!, source)).verification.metrics).to.deep.equal([]);
        const url = `/clients/${own.clientId}/workspaces/${workspace}/semantics`;
        await call(own.service, 'PUT', url, { metrics: [metric] });
      }
    });

    for (const question of questions)
      it(question, async () => {
        const answers = await Promise.all(
          [...workspaces.keys()].map((source) => ask(question, source)),
        );
        for (const answer of answers) {
          expect(answer.result, answer.explanation).to.equal('success');
          expect(answer.verification, `${answer.sql}`).to.include({ status: 'verified' });
          expect(answer.verification.metrics).to.deep.equal(['line value']);
          const asked = question.startsWith('customers') ? [] : ['line value'];
          expect(answer.lineage.measures).to.deep.equal(asked);
          expect(comparable(answer), `${answer.sql}`).to.deep.equal(comparable(answers[0]!));
        }
      });

    it('gives the number that its SQL gives', async () => {
      const lines = MUSIC.find(({ name }) => name === 'invoice_lines')!;
      const at = (name: string) => lines.columns.findIndex((column) => column.name === name);
      const cents = (row: readonly unknown[]) => Math.round(Number(row[at('unit_price')]) * 100);
      const total = lines.rows
        .filter((row) => cents(row) !== 99)
        .reduce((sum, row) => sum + cents(row) * Number(row[at('quantity')]), 0);
      const answer = await ask(questions[0]!, 'postgres');
      expect(Number(answer.data!.rows[0]![0])).to.equal(total / 100);
    });

    it('is refused where a source does not know what it names', async () => {
      for (const workspace of workspaces.values()) {
        const url = `${own.service.url}/clients/${own.clientId}/workspaces/${workspace}/semantics`;
        const answer = await fetch(url, {
          method: 'PUT',
          headers: { 'X-API-Key': own.service.apiKey!, 'Content-Type': 'application/json' },
          body: JSON.stringify({ metrics: [{ ...metric, expression: 'SUM(tax)' }] }),
        });
        expect(answer.status).to.equal(422);
        expect(await answer.text()).to.contain('tax');
      }
    });
  });
});
