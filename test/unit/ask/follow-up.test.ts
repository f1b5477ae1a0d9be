import { expect } from 'chai';
import type { Answer } from '#src/ask/types.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

describe('how a question was read in its chat', () => {
  let company: CompanyWorld;
  before(async () => {
    company = await openCompany(generateSampleCsvs, '2026-11-20');
  });
  after(() => company?.close());

  const first = (question: string) => company.ask(question, { conversation: { mode: 'new' } });
  const then = (
    answer: Answer,
    question: string,
    reread?: { readonly of: string; readonly as: 'new' | 'change' },
  ) =>
    company.ask(question, {
      conversation: { mode: 'continue', sessionId: answer.sessionId! },
      ...(reread && { reread }),
    });

  it('is not told of the first question', async () => {
    expect((await first('total revenue by region in 2025')).followUp).to.equal(null);
  });

  it('is a change where the question says what to change', async () => {
    const asked = await first('total revenue by region in 2025');
    const next = await then(asked, 'only West');
    expect(next.followUp).to.include({ reading: 'change', of: 'total revenue by region in 2025' });
  });

  it('is a new question where it is complete', async () => {
    const asked = await first('total revenue by region in 2025');
    const alone = await then(asked, 'number of orders by status');
    expect(alone.followUp).to.include({ reading: 'new', of: 'total revenue by region in 2025' });
  });

  it('is read the other way as if the first reading had not been', async () => {
    const asked = await first('total revenue by region in 2025');
    const changed = await then(asked, 'number of orders');
    const { reading, other } = changed.followUp!;
    expect(other, reading).to.equal(true);
    const as = reading === 'new' ? 'change' : 'new';
    const again = await then(asked, 'number of orders', { of: changed.traceId, as });
    expect(again.result, again.explanation).to.equal('success');
    expect(again.sql).to.not.equal(changed.sql);
    const whole = as === 'new' ? again : changed;
    expect(whole.data?.rows).to.have.length(1);
  });
});
