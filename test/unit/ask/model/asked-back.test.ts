import { expect } from 'chai';
import { withOptions } from '#src/ask/agents/text2sql.ts';
import { otherSystemPrompt, systemPrompt } from '#src/ask/model/prompt.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { PLAN } from '../harness.ts';
import { retailCatalog } from '../retail.ts';

const asked = (options: readonly string[]) => ({
  kind: 'clarify' as const,
  plan: {
    kind: 'clarify' as const,
    question: 'Which revenue?',
    options: options.map((label) => ({ label, question: label })),
  },
});

describe('what a model asks back', () => {
  const ofPlanner = { ...asked(['gross', 'net']).plan, question: 'What does "revenue" mean?' };
  const DECLINE: Plan = { kind: 'decline', reason: 'ambiguous', text: 'No.', suggestions: [] };

  it("keeps the model's options", async () => {
    const outcome = asked(['a', 'b']);
    expect(await withOptions(outcome, async () => ofPlanner)).to.equal(outcome);
  });

  it("has the planner's options where the model gives none", async () => {
    expect(await withOptions(asked([]), async () => ofPlanner)).to.deep.equal({
      kind: 'clarify',
      plan: ofPlanner,
    });
  });

  for (const plan of [DECLINE, PLAN])
    it(`says what to write where nobody has options: ${plan.kind}`, async () => {
      const outcome = await withOptions(asked([]), async () => plan);
      expect(outcome).to.have.nested.property(
        'plan.question',
        'Which revenue? Ask the full question again and include that detail.',
      );
    });
});

describe('the prompt of a table with total rows', () => {
  const withTotals = (over: object = {}): Catalog => {
    const catalog = retailCatalog();
    const tables = catalog.tables.map((table) =>
      table.name === 'orders'
        ? {
            ...table,
            totalRows: [{ column: 'region', values: ["All o'er", null] }],
            columns: table.columns.map((one) =>
              one.name === 'region' ? { ...one, ...over } : one,
            ),
          }
        : table,
    );
    return { ...catalog, tables };
  };
  const shown = (catalog: Catalog) => ({ catalog, tableTokens: 65 });
  const LINE = "total rows where region is 'All o''er' or NULL sum others";

  for (const [name, prompt] of [
    ['first', systemPrompt],
    ['second', otherSystemPrompt],
  ] as const) {
    it(`says which rows sum others, in the ${name} form`, () => {
      expect(prompt(shown(withTotals()), NO_ROW_POLICY)).to.include(LINE);
      expect(prompt(shown(retailCatalog()), NO_ROW_POLICY)).to.not.include('sum others');
    });
    it(`names no values to who sees only some rows, in the ${name} form`, () => {
      const text = prompt(shown(withTotals()), { filter: { region: 'North' }, hash: 'h' });
      expect(text).to.include('sum others').and.not.include("o''er");
    });
    it(`never names a hidden label, in the ${name} form`, () =>
      expect(prompt(shown(withTotals({ hidden: true })), NO_ROW_POLICY)).to.not.include(
        'sum others',
      ));
  }
});
