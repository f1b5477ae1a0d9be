import { expect } from 'chai';
import { type Gateway, openGateway } from '../http/gateway.ts';

describe('the limits of assistants', () => {
  let gateway: Gateway;
  afterEach(() => gateway.close());
  const post = async (method: string, params: object = {}) => {
    const { status, text, headers } = await gateway
      .as('full', 'post', '/mcp')
      .send({ jsonrpc: '2.0', id: 1, method, params });
    return { status, text, headers };
  };
  const asking = (question: string) => post('tools/call', { name: 'ask', arguments: { question } });

  it('are those of the key: messages are requests, questions are questions', async () => {
    const self_hosted = { requests_per_minute: 30, questions_per_minute: 2 };
    gateway = await openGateway({ settings: { plans: { self_hosted, sample: {}, free: {} } } });
    for (let n = 0; n < 2; n += 1)
      expect((await asking('revenue by region')).text).to.contain('"structuredContent"');
    const third = await asking('revenue by region');
    expect(third.status).to.equal(200);
    expect(third.text)
      .to.contain('"isError":true')
      .and.contain('2 questions with this key per minute');
    const listed = await post('tools/list');
    expect(listed.text).to.contain('"describe_table"');
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await post('ping')).status);
    expect(statuses.at(-1)).to.equal(429);
  });

  it('are those of the budget, told in its own words', async () => {
    gateway = await openGateway();
    expect((await asking('broke')).text).to.contain('The budget is used up');
  });

  it('show nothing of what breaks inside', async () => {
    gateway = await openGateway();
    const { text } = await asking('explode');
    expect(text).to.contain('"isError":true').and.contain('Include request ID');
    expect(text).to.not.contain('fakes');
  });
});
