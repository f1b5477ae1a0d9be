import { expect } from 'chai';
import { groundedText } from '#src/ask/explain/grounded.ts';
import { MONTHS, REGIONS } from './trace/tables.ts';
import { SOUND_TEXTS } from './trace/texts.ts';

describe('what a text says beyond its rows', () => {
  const QUESTION = 'revenue by region in 2025';
  const CLAIMS = [
    'The majority of revenue is from Europe.',
    'Europe has 1,234,567.50 USD because its customers are loyal.',
    'You should invest in Asia.',
    'Europe has 1,234,567.50 kilograms.',
    'Europe has 1,234,567.50 USD, an unusually good year.',
    'Most of the revenue is from Europe with 1,234,567.50 USD.',
    'Asia has the highest revenue.',
    'Europe has the lowest revenue.',
    'Asia leads.',
    'Revenue increased in Europe.',
    'Europe has €1,234,567.50.',
  ];
  for (const text of CLAIMS)
    it(`is not shown: ${text}`, () => {
      expect(groundedText(text, 'template', REGIONS, QUESTION).text).to.equal('template');
    });
  it('is left out, and the rest stays, but for what leans on it', () => {
    const shown = (text: string) => groundedText(text, 'template', REGIONS, QUESTION).text;
    const first = 'Europe has 1,234,567.50 USD.';
    expect(shown(`${first} You should invest in Asia.`)).to.equal(first);
    expect(shown(`Asia is in decline. ${first}`)).to.equal(first);
    expect(shown(`${first} Asia leads. It has 987,654.25 USD.`)).to.equal(first);
  });
  it('is not shown of periods: a direction that no number has', () => {
    expect(groundedText('Orders rose in July 2026.', 'template', MONTHS).text).to.equal('template');
  });
  const SHOWN = [
    'Europe leads with 1,234,567.50 USD, ahead of Asia with 987,654.25 USD.',
    'The highest revenue is 1,234,567.50 USD (Europe).',
    'The lowest revenue is 345,678.25 USD (North America).',
    'Europe has 1,234,567.50 and Asia 987,654.25.',
    'Europe accounts for 41% of the revenue.',
  ];
  for (const text of SHOWN)
    it(`is nothing: ${text}`, () => {
      const { accepted, untraced } = groundedText(
        text,
        'template',
        REGIONS,
        'which region accounts for what revenue',
      );
      expect(untraced).to.deep.equal([]);
      expect(accepted).to.equal(true);
    });
  it('leaves room for plain sentences', () => {
    const accepted = SOUND_TEXTS.filter(
      ({ text, table }) => groundedText(text, '', table).accepted,
    );
    expect(accepted.length).to.be.at.least(SOUND_TEXTS.length / 10);
  });
});
