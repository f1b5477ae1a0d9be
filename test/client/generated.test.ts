import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import * as kit from '#src/client/index.ts';
import { openGateway } from '../http/gateway.ts';
import { freshModules } from './write.ts';

const root = path.resolve(import.meta.dirname, '../..');
const KIT = path.join(root, 'src/client/index.ts');
const run = promisify(execFile);

describe('the generated part of the client kit', () => {
  it('is what the routes make it: otherwise run `npm run client`', async () => {
    for (const [file, text] of await freshModules())
      expect((await readFile(file, 'utf8')) === text, `${path.relative(root, file)} is fresh`).to.be
        .true;
  });

  it('has a call for every operation', async () => {
    const gateway = await openGateway();
    try {
      const ids = Object.values(gateway.document.paths).flatMap((methods) =>
        Object.values(methods).map((operation) =>
          String(new Map(Object.entries(operation)).get('operationId')),
        ),
      );
      const calls = new Map(Object.entries(kit));
      expect(ids).to.include.members(['askStream', 'uploadFile', 'exportResult']);
      for (const id of ids) expect(calls.get(id), id).to.be.a('function');
    } finally {
      await gateway.close();
    }
  });

  for (const [platform, lib] of [
    ['pages', 'es2024,dom,dom.iterable,dom.asynciterable'],
    ['workers', 'es2024,webworker,webworker.iterable,webworker.asynciterable'],
  ] as const)
    it(`compiles strictly with the types of ${platform}, and keeps its promises to users`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-client-'));
      try {
        await writeFile(path.join(folder, 'use.ts'), USE);
        const { stdout } = await run(
          process.execPath,
          [
            path.join(root, 'node_modules/.bin/tsc'),
            ...['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--skipLibCheck'],
            ...['--noUncheckedIndexedAccess', '--erasableSyntaxOnly', '--verbatimModuleSyntax'],
            ...['--allowImportingTsExtensions', '--target', 'es2024', '--lib', lib],
            ...['--module', 'esnext', '--moduleResolution', 'bundler', '--types', '', 'use.ts'],
          ],
          { cwd: folder },
        ).catch((error) => error);
        expect(stdout).to.equal('');
      } finally {
        await rm(folder, { recursive: true });
      }
    });
});

/** What a user may rely on: answers part by `result`, events by `event`, and what is wrong is an error of types. */
const USE = `
import {
  askStream, BudgetError, connect, listChats, listFiles, pagesOf, query, ServiceError, uploadFile, whoami,
} from ${JSON.stringify(KIT)};

const service = connect({ url: 'http://localhost:8080', token: async (refused) => String(refused) });

export async function use(file: Blob): Promise<string | null> {
  const answer = await query(service, { body: { q: 'how many orders' } }, { idempotencyKey: 'once' });
  if (answer.result === 'error') return answer.error_type;
  const { client_id } = await whoami(service);
  if (client_id === null) return null;
  for await (const { chats } of pagesOf(listChats, service, { client_id }))
    for (const chat of chats) if (chat.session_id === '') return null;
  await uploadFile(service, { client_id, workspace_id: 'ws', body: { file } }, {
    filename: 'orders.csv',
    onProgress: ({ sent, total }) => { const part: number = sent / total; return part; },
  });
  for await (const event of askStream(service, { client_id, body: { query: 'how many' } })) {
    if (event.event === 'sql') return event.data.sql;
    if (event.event === 'done') return event.data.trace_id;
  }
  // @ts-expect-error: a tenant's list names the tenant
  await listFiles(service, { workspace_id: 'ws' });
  // @ts-expect-error: the answer has no such field
  answer.rows;
  return answer.data?.rows[0]?.[0]?.toString() ?? answer.explanation;
}

export function say(error: unknown): string {
  if (error instanceof BudgetError) return error.budget?.blocking_scope.scope_id ?? error.message;
  if (error instanceof ServiceError && error.code === 'rate_limited') return String(error.retryAfter);
  // @ts-expect-error: no error has this code
  if (error instanceof ServiceError && error.code === 'rate_limit') return '';
  return 'unknown';
}
`;
