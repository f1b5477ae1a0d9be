/** The least that Express can do for the two calls of `bench gateway`: parse, answer JSON of the same size. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

const [whoami, query] = JSON.parse(process.argv[2]!) as [unknown, unknown];
const app = express();
app.get('/whoami', (_req, res) => void res.json(whoami));
app.post('/query', express.json(), (_req, res) => void res.json(query));
const server = createServer(app).listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
);
