import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { AskDeps } from '#src/ask/deps.ts';
import { createAskService } from '#src/ask/service.ts';
import { readTranslations } from '#src/ask/translations/request.ts';
import type { Answer } from '#src/ask/types.ts';
import { plan } from '#src/read/planner.ts';
import { createGuard } from '#src/sql/guard.ts';
import { type SpeakerByModel, speakerByModel } from '#src/texts/by-model/catalogue.ts';
import {
  BY_MODEL,
  type LanguageByModel,
  phraseKey,
  phrasesOf,
} from '#src/texts/by-model/phrases.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { modelInProcess } from '../../fakes/models/in-process.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { ASKED, QUESTIONS, SHOP } from '../../fixtures/languages/questions.ts';
import { request, world } from './harness.ts';
import { chunksOf } from './memory-source.ts';
import { seedWorkspaces } from './store.ts';

/** English, then what a model replied for each language, as far as the questions need it. */
const REPLIES = readFileSync(
  path.join(import.meta.dirname, '../../fixtures/languages/replies.tsv'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

/** The language as the recorded replies make it, which pass as a reply of a model does. */
function recorded(language: LanguageByModel): SpeakerByModel {
  const column = BY_MODEL.indexOf(language) + 1;
  const replies = new Map(REPLIES.map((row) => [row[0], row[column] ?? '']));
  const all = phrasesOf(language);
  const plural = new Map(all.map(({ template, text }) => [template, text]));
  const asked = all.flatMap((phrase) => {
    const text = replies.get(phrase.count === null ? phrase.text : plural.get(phrase.template)!);
    return text === undefined ? [] : [{ phrase, text }];
  });
  const phrases = asked.map(({ phrase }) => phrase);
  const texts = asked.map(({ text }, at) => ({ id: at + 1, text }));
  const read = readTranslations(JSON.stringify({ texts }), language, phrases);
  const faults = read.flatMap(({ fault, phrase }) => (fault ? [`${fault}: ${phrase.text}`] : []));
  expect(faults, language).to.deep.equal([]);
  return speakerByModel(
    language,
    new Map(read.map(({ phrase, text }) => [phraseKey(phrase), text!])),
  );
}

/** Words of our English texts that no name, value or quotation of the data has. */
const ENGLISH = /\b(?:the|there|which|where|rows|from|without)\b/i;

/** The texts of an answer that are in English. */
const englishIn = ({ explanation, lineage, assumptions, verification }: Answer) =>
  [
    ...[explanation, lineage?.text ?? '', verification.reason, ...assumptions],
    ...verification.checks.map(({ detail }) => detail),
  ].filter((text) => ENGLISH.test(text.replace(/["«„“「].*["»”」]/u, '')));

describe('sixty questions in ten languages', () => {
  let folder: string;
  let store: TestStore;
  let data: OfflineCatalog;
  let duckdb: TestDuckdb;
  let deps: AskDeps;
  const expected = new Map<string, readonly unknown[]>();

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-languages-'));
    duckdb = await openTestDuckdb();
    data = await catalogFromSql(SHOP);
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    const { deps: doubles } = world(store.db, path.join(folder, 'spool'));
    const { catalog, values } = data;
    const dialect = createDuckdbDialect(duckdb);
    const statements = new Map<string, string>(
      BY_MODEL.flatMap((language) =>
        Object.entries(QUESTIONS[language]).map(([name, question]) => [
          question,
          ASKED[name as keyof typeof ASKED],
        ]),
      ),
    );
    const { service } = modelInProcess(({ messages }) => {
      const prompt = messages.map(({ text }) => text).join('\n');
      const found = [...statements].find(([question]) => prompt.includes(question));
      const sql = found?.[1] ?? '';
      return JSON.stringify({
        ...{ restatement: '', answerable: sql !== '', sql, assumptions: [], clarification: '' },
      });
    });
    const speakers = new Map(BY_MODEL.map((language) => [language, recorded(language)]));
    deps = {
      ...doubles,
      limits: { ...doubles.limits, totalTimeoutMs: 60_000, queryTimeoutMs: 60_000 },
      pinGeneration: async () => ({ catalog, release: () => {} }),
      guard: createGuard({
        ...{ maxSqlBytes: 65_536, maxDepth: 50, maxWeight: 100_000, keptVerdicts: 100 },
      }),
      sourceOf: async () => ({ dialect, query: ({ sql }) => chunksOf(data, sql) }),
      planning: {
        ...doubles.planning,
        plan: async ({ question, history, now }) =>
          plan({ question, catalog, values, history, now }),
        findLiterals: async (_, literals) =>
          literals.map((one) => ({ ...one, found: true, near: null })),
      },
      model: {
        ...{ service, planning: 'builtin-first', explanations: 'template' },
        author: { clientId: null, workspaceId: null, model: 'openai/gpt' },
        ...{ maxOutputTokens: 500, thinkingTokens: 0, schemaTokens: 4_000, tableTokens: 65 },
        ...{ lookups: 0, maxCalls: 4, estimateUsd: 0, prices: null, candidates: [] },
      },
      textsByModel: {
        speaker: async (_, language) => speakers.get(language)!,
        list: async () => [],
      },
    };
    for (const sql of Object.values(ASKED)) expected.set(sql, await rowsOf(sql));
  });
  after(async () => {
    await store.dispose();
    await data.close();
    duckdb.close();
    await rm(folder, { recursive: true });
  });

  const rowsOf = async (sql: string) => {
    const rows: unknown[] = [];
    for await (const chunk of chunksOf(data, sql))
      if (chunk.kind === 'rows') rows.push(...chunk.rows);
    return rows;
  };

  async function ask(question: string): Promise<Answer> {
    const asking = createAskService(deps);
    const running = asking.run(
      await asking.prepare(request({ question })),
      new AbortController().signal,
    );
    for (;;) {
      const step = await running.next();
      if (step.done) return step.value;
    }
  }

  for (const language of BY_MODEL)
    for (const [name, question] of Object.entries(QUESTIONS[language]))
      it(`${language}: ${question}`, async () => {
        const answer = await ask(question);
        expect(answer.result, answer.explanation).to.equal('success');
        expect(answer.language).to.equal(language);
        const wanted = expected.get(ASKED[name as keyof typeof ASKED]);
        expect(answer.data?.rows.toSorted(), answer.sql ?? '').to.deep.equal(wanted?.toSorted());
        expect(englishIn(answer)).to.deep.equal([]);
        expect(answer.verification.status).to.equal('checked');
      });
});
