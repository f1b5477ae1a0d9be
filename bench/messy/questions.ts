/**
 * `npm run bench messy/questions -- [--why]`
 *
 * Asks a service of our own the three questions that each made file comes with, of a workspace that has nothing but
 * that file, and counts by kind what is right, what is wrong and what is declined or asked back.
 */
import { parseArgs } from 'node:util';
import { call, startService } from '../service.ts';
import { DEVELOPED } from './developed.ts';
import { HELD_OUT } from './held-out.ts';
import type { Value } from './made.ts';
import { madeFiles } from './made-files.ts';

const { values: options } = parseArgs({
  options: { why: { type: 'boolean', default: false }, kind: { type: 'string' } },
});

interface Envelope {
  readonly result: string;
  readonly sql?: string;
  readonly explanation: string;
  readonly data?: { readonly rows: readonly (readonly unknown[])[] } | null;
}

const isRight = ({ data }: Envelope, answer: Value): boolean =>
  (data?.rows.length ?? 0) === 1 &&
  data!.rows[0]!.some((cell) =>
    typeof answer === 'number' ? Math.abs(Number(cell) - answer) < 0.006 : cell === answer,
  );

const service = await startService();
try {
  const me = await call<{ client_id: string }>(service, 'GET', '/whoami');
  const sums = { right: 0, wrong: 0, asked: 0, declined: 0 };
  for (const [title, kinds] of [
    ['seen while building', DEVELOPED],
    ['held out', HELD_OUT],
  ] as const) {
    process.stdout.write(`\n${title}\n`);
    for (const kind of kinds) {
      if (options.kind && !kind.name.includes(options.kind)) continue;
      const count = { right: 0, wrong: 0, asked: 0, declined: 0 };
      for (const made of madeFiles(kind, kinds.indexOf(kind))) {
        const { workspace_id } = await call<{ workspace_id: string }>(
          service,
          'POST',
          `/clients/${me.client_id}/workspaces`,
          { name: made.filename.slice(0, 60) },
        );
        const form = new FormData();
        form.set('file', new Blob([new Uint8Array(made.bytes)]), made.filename);
        const base = `/clients/${me.client_id}/workspaces/${workspace_id}/files`;
        await call(service, 'POST', base, form);
        for (const { question, answer } of made.questions) {
          const envelope = await call<Envelope>(service, 'POST', '/query', {
            q: question,
            workspace_id,
          });
          const outcome =
            envelope.result === 'clarification'
              ? 'asked'
              : envelope.result !== 'success'
                ? 'declined'
                : isRight(envelope, answer)
                  ? 'right'
                  : 'wrong';
          count[outcome]++;
          if (options.why && outcome !== 'right' && title !== 'held out')
            process.stdout.write(
              `    ${made.filename}: ${question} = ${answer}? ${outcome}: ${JSON.stringify(envelope.data?.rows?.slice(0, 2) ?? null)} ${envelope.sql ?? envelope.explanation}\n`.slice(
                0,
                420,
              ),
            );
        }
        await call(service, 'DELETE', `/clients/${me.client_id}/workspaces/${workspace_id}`).catch(
          () => {},
        );
      }
      for (const outcome of ['right', 'wrong', 'asked', 'declined'] as const)
        sums[outcome] += count[outcome];
      process.stdout.write(
        `${kind.name.padEnd(28)} right ${count.right}, wrong ${count.wrong}, asked back ${count.asked}, declined ${count.declined}\n`,
      );
    }
  }
  process.stdout.write(
    `\nall: right ${sums.right}, wrong ${sums.wrong}, asked back ${sums.asked}, declined ${sums.declined}\n`,
  );
} finally {
  await service.stop();
}
