import { expect } from 'chai';
import { ANALYSES } from '#src/texts/de/analyses.ts';
import { CHECKS } from '#src/texts/de/checks.ts';
import { COMMON_TEXTS } from '#src/texts/de/common.ts';
import { DECLINES } from '#src/texts/de/declines.ts';
import { EXPLANATIONS } from '#src/texts/de/explanations.ts';
import { LABELS, QUESTIONS } from '#src/texts/de/labels.ts';
import { NOTES } from '#src/texts/de/notes.ts';
import { GERMAN } from '#src/texts/german.ts';
import { formsOf, placesOf } from '#src/texts/template.ts';

const ALL = new Map([
  ...[NOTES, CHECKS, ANALYSES, DECLINES, LABELS, QUESTIONS].flatMap((texts) => [...texts]),
  ...Object.entries({ ...EXPLANATIONS, ...COMMON_TEXTS }),
]);

/** Numbers that a text has of its own. */
const digitsOf = (text: string) =>
  text.replaceAll(/\{[^{}]*\}/g, '').match(/\d+(?:[.,]\d+)?/g) ?? [];
const plainly = (text: string) => text.replace(',', '.');

describe('German texts', () => {
  it('hold what their English forms hold: the same places, and no number of their own', () => {
    for (const [english, german] of ALL) {
      const places = new Set(placesOf(english));
      expect(
        placesOf(german).filter((one) => !places.has(one)),
        english,
      ).to.deep.equal([]);
      const own = formsOf(german).flatMap(digitsOf).map(plainly);
      expect(
        own.filter((one) => !digitsOf(english).map(plainly).includes(one)),
        german,
      ).to.deep.equal([]);
    }
  });

  /** Places that German may leave out: they say in words what stands beside them. */
  const LEFT_OUT = new Set(['text', 'text2', 'groups', 'label2']);

  it('leave out no number, name or period', () => {
    for (const [english, german] of ALL) {
      const said = new Set(placesOf(german));
      const lost = placesOf(english).filter((one) => !said.has(one) && !LEFT_OUT.has(one));
      expect(lost, english).to.deep.equal([]);
    }
  });

  const CASES: readonly (readonly [string, string])[] = [
    [
      "The last quarter isn't over yet: it started on 2026-10-01, and today is 2026-10-31.",
      'Der letzte Zeitraum (Quartal) ist noch nicht zu Ende: Er begann am 1. Oktober 2026, heute ist der 31. Oktober 2026.',
    ],
    ['Revenue is summed.', 'Umsatz wird summiert.'],
    [
      'Total revenue rose by 50,862.81 (+9.6%), from 532,516.79 in 2024 to 583,379.6 in 2025.',
      'Umsatz gesamt: Anstieg um 50.862,81 (+9,6 %), von 532.516,79 (2024) auf 583.379,6 (2025).',
    ],
    [
      'The question is read as "revenue by region". Revenue is summed.',
      'Die Frage wurde verstanden als „revenue by region“. Umsatz wird summiert.',
    ],
    ['Something that nobody wrote.', 'Something that nobody wrote.'],
  ];
  for (const [english, german] of CASES)
    it(`say ${english}`, () => expect(GERMAN.text(english)).to.equal(german));

  it('name what is computed, and leave names of the data as they are', () => {
    const labels = [
      ['number of orders', 'Anzahl Bestellungen'],
      ['number of sorties where state is open', 'Anzahl sorties (state: open)'],
      ['unit price is less than 1,200.5', 'Stückpreis unter 1.200,5'],
      ['order date is before 2025-03-01', 'Bestelldatum vor dem 1. März 2025'],
      ['without orders in 2025', 'ohne Bestellungen im Jahr 2025'],
      ['hull temperature', 'hull temperature'],
    ] as const;
    for (const [english, german] of labels) expect(GERMAN.label(english)).to.equal(german);
  });

  it('say periods with their prepositions', () => {
    const periods = [
      ['in 2025', 'im Jahr 2025'],
      ['in Q3 2025', 'im 3. Quartal 2025'],
      ['in March 2025', 'im März 2025'],
      ['on 2025-03-01', 'am 1. März 2025'],
      ['from 2024 to 2025', 'von 2024 bis 2025'],
      ['from 2025-03-01 to 2025-03-14', 'vom 1. März 2025 bis 14. März 2025'],
      ['order date since 2025-03-01', 'Bestelldatum seit dem 1. März 2025'],
    ] as const;
    for (const [english, german] of periods) expect(GERMAN.when(english)).to.equal(german);
  });
});
