import { expect } from 'chai';
import type { Planning, PlanningRequest } from '#src/ask/deps.ts';
import { withKeptPlans } from '#src/ask/kept-plans.ts';
import type { Plan } from '#src/planner/plan.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { retailCatalog } from './retail.ts';

const catalog = retailCatalog();
const { signal } = new AbortController();
const request = (over: Partial<PlanningRequest> = {}): PlanningRequest => ({
  catalog,
  policy: NO_ROW_POLICY,
  question: 'how many orders',
  history: [],
  now: new Date('2026-11-01T10:00:00Z'),
  ...over,
});

describe('plans that are kept', () => {
  let asked: string[];
  let fails: boolean;
  const planner = (): Planning => ({
    async plan({ question }): Promise<Plan> {
      asked.push(question);
      if (fails) throw new Error('planner broke');
      return { kind: 'decline', reason: 'not_in_data', text: question, suggestions: [] };
    },
    async findLiterals(_, literals) {
      asked.push(`find ${literals.map(({ value }) => value).join()}`);
      return literals.map((literal) => ({ ...literal, found: true, near: null }));
    },
    hits: () => Promise.resolve([]),
    english: () => Promise.resolve(null),
    answerable(_, { questions }) {
      asked.push(`may ask ${questions.join()}`);
      return Promise.resolve(questions.slice(0, 1));
    },
  });
  beforeEach(() => {
    asked = [];
    fails = false;
  });

  it('plans a question once while it is asked the same way', async () => {
    const planning = withKeptPlans(planner(), 10);
    const first = await planning.plan(request(), signal);
    const later = request({ now: new Date('2026-11-01T23:59:00Z') });
    expect(await planning.plan(later, signal)).to.equal(first);
    expect(asked).to.have.length(1);
  });

  it('looks once which questions can be asked next', async () => {
    const planning = withKeptPlans(planner(), 10);
    const look = (now: string, ...questions: string[]) =>
      planning.answerable(
        { catalog, policy: NO_ROW_POLICY },
        { questions, atMost: 3, now: new Date(now) },
        signal,
      );
    expect(await look('2026-11-01T10:00:00Z', 'a', 'b')).to.deep.equal(['a']);
    expect(await look('2026-11-01T11:00:00Z', 'a', 'b')).to.deep.equal(['a']);
    expect(await look('2026-11-01T11:00:00Z', 'c')).to.deep.equal(['c']);
    expect(await look('2026-11-02T11:00:00Z', 'c')).to.deep.equal(['c']);
    expect(asked).to.deep.equal(['may ask a,b', 'may ask c', 'may ask c']);
  });

  const OTHERS: readonly (readonly [string, Partial<PlanningRequest>])[] = [
    ['another question', { question: 'how many customers' }],
    ['another day', { now: new Date('2026-11-02T00:00:00Z') }],
    ['another generation', { catalog: { ...catalog, generationId: 'g9' } }],
    ['other rows', { policy: { filter: { region: 'Europe' }, hash: 'h' } }],
    ['a turn before it', { history: [{ question: 'how many stores', query: null }] }],
  ];
  for (const [what, over] of OTHERS)
    it(`plans anew for ${what}`, async () => {
      const planning = withKeptPlans(planner(), 10);
      await planning.plan(request(), signal);
      await planning.plan(request(over), signal);
      expect(asked).to.have.length(2);
    });

  it('takes the day in the time zone of the workspace, and none where the workspace has a date of its own', async () => {
    const planning = withKeptPlans(planner(), 10);
    const at = (now: string, over: Partial<typeof catalog>) =>
      planning.plan(request({ now: new Date(now), catalog: { ...catalog, ...over } }), signal);
    const tokyo = { ...catalog, timezone: 'Asia/Tokyo', asOf: null };
    await planning.plan(request({ catalog: tokyo, now: new Date('2026-11-01T14:00Z') }), signal);
    await planning.plan(request({ catalog: tokyo, now: new Date('2026-11-01T16:00Z') }), signal);
    expect(asked).to.have.length(2);
    const fixed = { ...catalog, asOf: '2026-10-31' };
    await planning.plan(request({ catalog: fixed, now: new Date('2026-11-01') }), signal);
    await planning.plan(request({ catalog: fixed, now: new Date('2027-01-01') }), signal);
    expect(asked).to.have.length(3);
    await at('2026-11-01', {});
    expect(asked).to.have.length(4);
  });

  it('keeps look-ups of literals', async () => {
    const planning = withKeptPlans(planner(), 10);
    const find = (value: string) =>
      planning.findLiterals(request(), [{ table: 't', column: 'c', value }], signal);
    await find('a');
    await find('a');
    await find('b');
    expect(asked).to.deep.equal(['find a', 'find b']);
  });

  it('keeps no failure', async () => {
    const planning = withKeptPlans(planner(), 10);
    fails = true;
    const error = await planning.plan(request(), signal).catch((caught: unknown) => caught);
    expect(error).to.include({ message: 'planner broke' });
    fails = false;
    expect((await planning.plan(request(), signal)).kind).to.equal('decline');
  });

  it('keeps the last used ones, and none where that is the setting', async () => {
    const two = withKeptPlans(planner(), 2);
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b'])
      await two.plan(request({ question }), signal);
    expect(asked).to.deep.equal(['a', 'b', 'c', 'b']);
    asked = [];
    const none = withKeptPlans(planner(), 0);
    await none.plan(request(), signal);
    await none.plan(request(), signal);
    expect(asked).to.have.length(2);
  });
});
