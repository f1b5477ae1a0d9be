import { askStream, connect } from 'plumbline/client';

const service = connect({ url: 'http://127.0.0.1:8080', apiKey: 'plumb_live_…', endUserId: 'ada' });
const question = { query: 'total revenue by region in 2025', new_session: true };
for await (const event of askStream(service, { client_id: 'cli_…', body: question })) {
  if (event.event === 'result') console.table(event.data.rows);
  if (event.event === 'explanation') console.log(event.data.text);
  if (event.event === 'error') console.error(event.data.message);
}
