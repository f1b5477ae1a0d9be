import { FAULTS, startFakeModels } from './server.ts';

/** npm run fake-models [-- PORT]: the fake model services by hand. A model called `fault-…` fails in that way. */
const fakes = await startFakeModels(Number(process.argv[2] ?? 11_500));
fakes.answer = ({ provider, model, system, messages }) => {
  const last = messages.at(-1)?.text ?? '';
  process.stdout.write(
    `${provider} ${model}: ${system.length} + ${last.length} characters\n${last.slice(-500)}\n\n`,
  );
  return '{"answerable": false, "restatement": "", "sql": "", "assumptions": [], "clarification": "This is a fake model: it answers nothing."}';
};
process.stdout.write(
  `Fake models at ${fakes.url}: /v1 (OpenAI), /anthropic, /gemini\nA model called fault-X fails: ${FAULTS.join(', ')}\n`,
);
