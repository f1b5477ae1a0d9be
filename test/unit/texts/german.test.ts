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
      'Umsatz gesamt: Anstieg um 50.862,81 (+9,6 %), von 532.516,79 (im Jahr 2024) auf 583.379,6 (im Jahr 2025).',
    ],
    [
      'The question was read as "revenue by region". Revenue is summed.',
      'Die Frage wurde als „revenue by region“ verstanden. Umsatz wird summiert.',
    ],
    [
      "Total revenue didn't fall in Q4 2025. It rose by 1,200 (+10%), from 12,000 in Q3 2025 to 13,200 in Q4 2025. A change of this size is normal between two such periods, so no cause stands out.",
      'Umsatz gesamt: im 4. Quartal 2025 kein Rückgang. Der Wert ist um 1.200 (+10 %) gestiegen, von 12.000 (im 3. Quartal 2025) auf 13.200 (im 4. Quartal 2025). Solche Schwankungen zwischen zwei Zeiträumen sind üblich, deshalb sticht keine Ursache hervor.',
    ],
    [
      'Revenue fell by 1,200 (-10%), from 12,000 in 2025-03-01 to 2025-03-14 to 10,800 in 2025-03-15 to 2025-03-28. The data has no dimension to break this change down by.',
      'Umsatz: Rückgang um 1.200 (-10 %), von 12.000 (vom 1. März 2025 bis zum 14. März 2025) auf 10.800 (vom 15. März 2025 bis zum 28. März 2025). Die Daten enthalten keine Spalte, anhand derer sich eine Ursache finden ließe.',
    ],
    [
      "Revenue didn't change: 1,200 in both Q3 2025 and Q4 2025.",
      'Umsatz: unverändert 1.200 (3. Quartal 2025 und 4. Quartal 2025).',
    ],
    [
      "Revenue didn't change: 1,200 in both March 2025 and April 2025.",
      'Umsatz: unverändert 1.200 (März 2025 und April 2025).',
    ],
    [
      'Highest growth: West, 2025 +9.6% (from 1,000 in 2024 to 1,096).',
      'Stärkstes Wachstum: West, 2025 mit +9,6 %, von 1.000 (im Jahr 2024) auf 1.096.',
    ],
    [
      'Highest growth: West, Q3 2025 +9.6% (from 1,000 in Q3 2024 to 1,096).',
      'Stärkstes Wachstum: West, 3. Quartal 2025 mit +9,6 %, von 1.000 (im 3. Quartal 2024) auf 1.096.',
    ],
    [
      'Steepest decline: March 2025 -9.6% (from 1,000 in March 2024 to 904).',
      'Stärkster Rückgang: März 2025 mit -9,6 %, von 1.000 (im März 2024) auf 904.',
    ],
    [
      'Revenue by month, January 2024 to March 2025.',
      'Umsatz nach Monat, Januar 2024 bis März 2025.',
    ],
    [
      'By region, the largest share of the change comes from West (12,000 to 3,000, 89.1% of the change).',
      'Aufgeschlüsselt nach Region entfällt der größte Teil auf West (von 12.000 auf 3.000, 89,1 % der Veränderung).',
    ],
    [
      "The question doesn't mention a period, so all data is used: 2024-01-01 to 2025-03-14. Compared with December 2024.",
      'Die Frage nennt keinen Zeitraum, deshalb werden alle Daten verwendet: 1. Januar 2024 bis 14. März 2025. Verglichen wird mit: Dezember 2024.',
    ],
    [
      "Only rows with a value for region are counted. It's empty in some rows of customers.",
      'Gezählt werden nur Zeilen mit einem Wert für Region. In einigen Zeilen aus Kunden ist er leer.',
    ],
    [
      "Only rows with a value for region are counted. It's empty in 12 rows of customers.",
      'Gezählt werden nur Zeilen mit einem Wert für Region. In 12 Zeilen aus Kunden ist er leer.',
    ],
    [
      'Total revenue for Q1 2027 is estimated at 136,500, with an 80% range of 124,700 to 148,300. That is 6.4% more than in Q1 2026 (128,289.5).',
      'Umsatz gesamt für 1. Quartal 2027: geschätzt 136.500, mit 80 % Wahrscheinlichkeit zwischen 124.700 und 148.300. Das sind 6,4 % mehr als im 1. Quartal 2026 (128.289,5).',
    ],
    [
      'Number of orders for November 2026 to January 2027 is estimated at 967, with an 80% range of 922 to 1,013. That is about the same as in November 2025 to January 2026 (967).',
      'Anzahl Bestellungen für November 2026 bis Januar 2027: geschätzt 967, mit 80 % Wahrscheinlichkeit zwischen 922 und 1.013. Das ist etwa so viel wie von November 2025 bis Januar 2026 (967).',
    ],
    [
      'Revenue is estimated at 199.5 for November 2026, 199.4 for December 2026 and 193.3 for January 2027. The table shows the ranges.',
      'Umsatz: geschätzt 199,5 für November 2026, 199,4 für Dezember 2026 und 193,3 für Januar 2027. Die Tabelle zeigt die Spannen.',
    ],
    [
      'Estimated by repeating the previous seasonal cycle. In 6 tests on past data, this was more accurate than Holt-Winters smoothing. Data used: 2024-01-01 to 2026-10-31.',
      'Geschätzt, indem der letzte Saisonzyklus fortgeschrieben wird. In 6 Tests mit früheren Daten war diese Schätzung genauer als Holt-Winters-Glättung. Verwendete Daten: 1. Januar 2024 bis 31. Oktober 2026.',
    ],
    ['The smallest comes first.', 'Der kleinste Wert kommt zuerst.'],
    [
      'The question asks for a total, but the SQL uses the average.',
      'Gefragt ist eine Summe, das SQL berechnet aber etwas anderes.',
    ],
    [
      'The question says "over 5", but the SQL filters for at most 5.',
      'In der Frage steht „over 5“, das SQL verlangt aber höchstens 5.',
    ],
    [
      'The column "weight" is actually in grams.',
      'Die Spalte „weight“ hat eigentlich die Einheit „grams“.',
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
      ['running total revenue', 'laufende Summe von Umsatz'],
      ['rank by total revenue within each region', 'Rang nach Umsatz gesamt je Region'],
      ['order date is on Saturday or Sunday', 'Bestelldatum am Samstag oder Sonntag'],
      ['status is Lost or damaged', 'Status: Lost or damaged'],
      ['total of quantity times unit price', 'Summe von Menge mal Stückpreis'],
      ['average number of orders per customer', 'durchschnittliche Anzahl Bestellungen je Kunde'],
      ['next visit', 'next visit'],
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
      ['from 2025-03-01 to 2025-03-14', 'vom 1. März 2025 bis zum 14. März 2025'],
      ['order date since 2025-03-01', 'Bestelldatum seit dem 1. März 2025'],
    ] as const;
    for (const [english, german] of periods) expect(GERMAN.when(english)).to.equal(german);
  });

  it('say what conditions over other rows look at', () => {
    expect(GERMAN.label('salary is more than the maximum salary where job is Clerk')).to.equal(
      'Gehalt größer als Maximum von Gehalt (job: Clerk)',
    );
    expect(GERMAN.label('game id is not among those of injuries')).to.equal(
      'game id kommt nicht vor in injuries',
    );
  });
});
