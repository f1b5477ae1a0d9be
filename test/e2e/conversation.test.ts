import { expect } from 'chai';
import { createParser } from 'eventsource-parser';
import { call } from '../../bench/service.ts';
import { shareWorkspace, type Workspace } from './workspace.ts';

const SALES = `city,country,sold_on,amount
Berlin,Germany,2025-01-10,10
Hamburg,Germany,2025-02-11,5
Paris,France,2025-02-12,20
Lyon,France,2025-03-01,1
Rome,Italy,2025-03-02,7
`;

interface Event {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** The documented order; a stage may be left out, none may come earlier. */
const ORDER = ['session', 'status', 'thinking', 'sql', 'result', 'explanation', 'done'];

describe('a streamed conversation with the whole service', () => {
  let own: Workspace;
  before(async () => {
    own = await shareWorkspace();
    await own.upload(SALES, 'sales.csv');
  });
  after(() => own.close());

  const stream = async (body: object, endUser = 'ada'): Promise<Event[]> => {
    const response = await fetch(`${own.service.url}/clients/${own.clientId}/ask/stream`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': own.service.apiKey!,
        'x-end-user-id': endUser,
      },
      body: JSON.stringify({ ...body, workspace_id: own.workspaceId }),
    });
    const text = await response.text();
    if (!response.ok) return [{ event: String(response.status), data: JSON.parse(text) }];
    expect(text.replaceAll('\r\n', '')).to.not.contain('\n');
    const events: Event[] = [];
    createParser({
      onEvent: ({ event, data }) => events.push({ event: event ?? '', data: JSON.parse(data) }),
    }).feed(text);
    return events;
  };
  const rowsOf = (events: readonly Event[]) =>
    events.find(({ event }) => event === 'result')?.data['rows'];

  const TURNS: readonly (readonly [question: string, rows: readonly (readonly unknown[])[]])[] = [
    [
      'total amount by country',
      [
        ['France', 21],
        ['Germany', 15],
        ['Italy', 7],
      ],
    ],
    [
      'only the top 2',
      [
        ['France', 21],
        ['Germany', 15],
      ],
    ],
    [
      'by city instead',
      [
        ['Paris', 20],
        ['Berlin', 10],
        ['Hamburg', 5],
        ['Lyon', 1],
        ['Rome', 7],
      ],
    ],
    [
      'and for Germany?',
      [
        ['Berlin', 10],
        ['Hamburg', 5],
      ],
    ],
    ['how many sales are there', [[5]]],
  ];

  it('answers five turns, each built on the one before, in the documented order', async () => {
    let session: string | undefined;
    for (const [query, rows] of TURNS) {
      const events = await stream(
        session ? { query, session_id: session } : { query, new_session: true },
      );
      session ??= String(events[0]!.data['session_id']);
      expect(rowsOf(events), query).to.have.deep.members(rows as unknown[][]);
      const places = events
        .map(({ event }) => event)
        .filter((event) => event !== 'status')
        .map((event) => ORDER.indexOf(event));
      expect(places, query).to.deep.equal(places.toSorted((a, b) => a - b));
      expect(events.slice(-2).map(({ event }) => event)).to.deep.equal(['done', 'done']);
    }
    const foreign = await stream({ query: 'how many sales', session_id: session }, 'bob');
    expect(foreign[0]!.event).to.equal('404');
    const both = await stream({ query: 'x', session_id: session, new_session: true });
    expect(both[0]!.event).to.equal('422');
  });

  it('takes the words of an option as the answer to what was asked back', async () => {
    await own.upload('shop,kilos\nBonn,3\nJena,4\n', 'north.csv');
    await own.upload('shop,kilos\nKiel,5\nBonn,6\n', 'south.csv');
    const asked = await stream({ query: 'total kilos', new_session: true });
    const session = String(asked[0]!.data['session_id']);
    expect(rowsOf(asked)).to.equal(undefined);
    const reply = async (query: string) => rowsOf(await stream({ query, session_id: session }));
    expect(await reply("south's kilos")).to.deep.equal([[11]]);
    expect(await reply('by shop')).to.have.deep.members([
      ['Bonn', 6],
      ['Kiel', 5],
    ]);
  });

  it('goes on answering others when readers leave in the middle', async () => {
    const leave = Array.from({ length: 20 }, async () => {
      const gone = new AbortController();
      const reading = fetch(`${own.service.url}/clients/${own.clientId}/ask/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': own.service.apiKey! },
        body: JSON.stringify({ query: 'total amount by city', workspace_id: own.workspaceId }),
        signal: gone.signal,
      });
      await reading;
      gone.abort();
    });
    await Promise.all(leave);
    expect(rowsOf(await stream({ query: 'total amount', new_session: true }))).to.deep.equal([
      [43],
    ]);
    expect(await call(own.service, 'GET', '/healthz')).to.deep.include({ status: 'ok' });
  });
});
