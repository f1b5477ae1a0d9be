import { expect } from 'chai';
import { createTraceView } from '#src/ask/trace-view.ts';
import type { AnswerTrace } from '#src/ask/types.ts';
import { schemaView } from '#src/catalog/schema-view.ts';
import { redrawn } from '#src/http/kept-answer.ts';
import { openApiDocument } from '#src/http/openapi.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { principal } from '../unit/ask/harness.ts';
import { retailCatalog } from '../unit/ask/retail.ts';
import { type ApiDocument, type Documented, documentedBy } from './documented.ts';
import { type Gateway, openGateway } from './gateway.ts';

const TRACE: AnswerTrace = {
  traceId: 'tr_1',
  accountId: 'acc',
  clientId: 'cli',
  workspaceId: 'wsp',
  keyId: 'key',
  endUserId: null,
  generationId: 'gen_1',
  question: 'weather by region',
  result: 'error',
  sql: null,
  durationMs: 3.2,
  costUsd: 0,
  createdAt: '2026-11-01T00:00:00.000',
  details: {
    session_id: null,
    request_id: 'req',
    checks: [{ name: 'fan_out', outcome: 'passed', detail: 'No row is counted twice.' }],
    verification: 'not_applicable',
    agent: 'none',
    prior_turns: 0,
    attempts: 1,
    model_used: 'builtin',
    fallback_reason: '',
    tokens: { input: 0, cached_input: 0, output: 0 },
    model_calls: 0,
    timings: { plan: 1.5 },
    assumptions: [],
    total_rows: null,
    error_type: 'DECLINED',
    decline_reason: 'not_in_data',
    error: 'left over: weather',
  },
};

/** What features make themselves is held to the document here; fakes stand in for them elsewhere. */
describe('what features hand to the routes', () => {
  let gateway: Gateway;
  let documented: Documented;
  before(async () => {
    gateway = await openGateway();
    documented = documentedBy(
      openApiDocument(gateway.routes, 'http://127.0.0.1') as unknown as ApiDocument,
    );
  });
  after(() => gateway.close());

  it('is a trace as the document describes it, for all kinds of readers', async () => {
    const readers = [
      principal(),
      principal({ key: { ...principal().key, scope: 'query' }, endUserId: null }),
      principal({ policy: { filter: { region: 'Asia' }, hash: 'h' } }),
    ];
    for (const reader of readers) {
      const details = { ...TRACE.details, policy_hash: reader.policy.hash };
      const view = createTraceView(
        { read: async () => ({ ...TRACE, details }) },
        { answerOf: async () => null },
        async () => ({}),
      );
      documented.expectFits('AnswerTrace', {
        ...(await view(reader, 'cli', 'tr_1')),
        ...redrawn(null, 'tr_1', null),
        feedback: [],
      });
    }
  });

  it('is a schema as the document describes it, with and without a row filter', () => {
    const filtered = { filter: { region: 'Asia' }, hash: 'h' };
    for (const policy of [NO_ROW_POLICY, filtered]) {
      const view = schemaView(retailCatalog(), policy);
      expect(view.tables).to.not.be.empty;
      documented.expectFits('Schema', view);
    }
  });
});
