import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { groundedText } from '#src/ask/explain/grounded.ts';
import { askedBack, draftPlanOf, reasonOf } from '#src/ask/model/draft-plan.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import type { TraceTable } from '#src/ask/trace/types.ts';
import { facts, select } from '../facts.ts';
import { retailCatalog } from '../retail.ts';
import { CHURN, MONTHS, PRODUCTS, REGIONS, TOTAL } from '../trace/tables.ts';

/** A sentence of a model's, where it would be shown, and whether it says only what the rows or the question say. */
interface Case {
  readonly kind: 'explanation' | 'decline' | 'clarification' | 'option' | 'assumption';
  readonly table?: string;
  readonly question: string;
  readonly text: string;
  readonly sound: boolean;
  /** What stays of a false text. */
  readonly rest?: string;
}

const TABLES: Readonly<Record<string, TraceTable>> = { CHURN, MONTHS, PRODUCTS, REGIONS, TOTAL };
const FILE = path.resolve(import.meta.dirname, '../../../fixtures/sentences/texts.jsonl');
const CASES = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const SAID_NOTHING: ModelReply = {
  ...{ answerable: false, restatement: '', sql: '', assumptions: [], clarification: '' },
  options: [],
};

/** What people are shown of a text. */
function shownOf({ kind, table = '', question, text }: Case): string | null {
  switch (kind) {
    case 'explanation':
      return groundedText(text, '', TABLES[table]!, question).text || null;
    case 'decline':
      return reasonOf({ ...SAID_NOTHING, clarification: text }, question);
    case 'clarification':
      return askedBack({ ...SAID_NOTHING, clarification: text }, question)?.question ?? null;
    case 'option': {
      const options = [text, 'Revenue', 'Orders'];
      const plan = askedBack({ ...SAID_NOTHING, clarification: 'Which one?', options }, question);
      return plan?.options.find(({ label }) => label === text)?.label ?? null;
    }
    case 'assumption': {
      const read = facts(
        select({ sources: ['orders'], outputs: [{ name: 'revenue', sum: 'orders.revenue' }] }),
      );
      const reply = {
        ...SAID_NOTHING,
        sql: 'SELECT SUM(revenue) FROM orders',
        assumptions: [text],
      };
      const { assumptions } = draftPlanOf(reply, question, read, retailCatalog());
      return assumptions[0]?.replace('The model assumed: ', '') ?? null;
    }
  }
}

describe('a sentence of a model', () => {
  for (const one of CASES)
    it(`is ${one.sound ? 'shown' : 'left out'} (${one.kind}): ${one.text}`, () => {
      expect(shownOf(one)).to.equal(one.sound ? one.text : (one.rest ?? null));
    });
});
