import { expect } from 'chai';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { analyticsQuestion } from '#src/ask/analytics/read-question.ts';
import type { Period } from '#src/planner/periods/periods.ts';

const TODAY = '2026-10-31';
const spans = (period: Period | string | null | undefined) =>
  typeof period === 'object' && period ? `${period.from}/${period.to}` : (period ?? null);

/** A reading as one line. */
function line(found: AnalyticsQuestion | null): string | null {
  if (!found) return null;
  const when = spans('period' in found ? found.period : null);
  switch (found.kind) {
    case 'change':
      return [found.measure, found.dimension, when, spans(found.against), found.asked].join('|');
    case 'compare':
      return ['compare', found.measure, ...found.members, when].join('|');
    case 'growth':
      return ['growth', found.measure, found.dimension, found.unit, found.against, when].join('|');
    case 'part':
      return ['part', ...found.candidates.map((pair) => pair.join(' / ')), when].join('|');
    case 'share':
      return ['share', found.measure, found.dimension, when].join('|');
    case 'correlation':
      return ['correlation', ...found.measures, when].join('|');
    case 'trend':
      return ['trend', found.measure, found.unit, when, found.asked].join('|');
    case 'forecast': {
      const { ahead } = found;
      const steps = ahead && 'count' in ahead ? `${ahead.count} ${ahead.unit}` : spans(ahead);
      return ['forecast', found.measure, found.dimension, found.unit, steps].join('|');
    }
    case 'outliers':
      return ['outliers', found.measure, found.unit, when].join('|');
  }
}

const JUNE = '2026-06-01/2026-07-01';
const JULY = '2026-07-01/2026-08-01';

describe('questions for an analysis', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['forecast revenue for next quarter', 'forecast|revenue|||2027-01-01/2027-04-01'],
    ['Can you forecast our revenue for the next 6 months?', 'forecast|revenue|||6 month'],
    [
      'predict the number of orders next month',
      'forecast|number of orders|||2026-11-01/2026-12-01',
    ],
    ['what will revenue be in 2027?', 'forecast|revenue|||2027-01-01/2028-01-01'],
    ['how many orders will we get next week', 'forecast|orders|||2026-11-02/2026-11-09'],
    ['how much revenue will we make over the coming quarter', 'forecast|revenue|||1 quarter'],
    ['weekly revenue forecast', 'forecast|revenue||week|'],
    ['revenue forecast for the next three months', 'forecast|revenue|||3 month'],
    ['forecast of revenue in Europe', 'forecast|revenue in Europe|||'],
    ['expected revenue for next month', 'forecast|revenue|||2026-11-01/2026-12-01'],
    ['project revenue for 2027', 'forecast|revenue|||2027-01-01/2028-01-01'],
    ['forecast revenue by region', 'forecast|revenue|region||'],
    ['how many orders can we expect next month', 'forecast|orders|||2026-11-01/2026-12-01'],
    ['forecast revenue for January', 'forecast|revenue|||2027-01-01/2027-02-01'],
    ['forecast revenue for December', 'forecast|revenue|||2026-12-01/2027-01-01'],
    ['expected revenue in Q1', 'forecast|revenue|||2027-01-01/2027-04-01'],
    ['forecast revenue for January 2026', 'forecast|revenue|||2026-01-01/2026-02-01'],
    ['how many employees do we have?', null],
    ['how much stock can we sell', null],
    ['how many seats should we have', null],
    ['project budgets', null],
    ['estimate of the next inspection', null],
    ['how many customers will be invited', null],
    ['why did revenue fall in July 2026?', `revenue||${JULY}|before|fall`],
    ['Why did revenue drop in July compared to June?', `revenue||${JULY}|${JUNE}|fall`],
    ['why was revenue so low in July?', `revenue||${JULY}|before|fall`],
    [
      'why is the number of orders higher in July than in June',
      `number of orders||${JULY}|${JUNE}|rise`,
    ],
    ['which region drove the July revenue drop?', `revenue|region|${JULY}|before|fall`],
    [
      'what is behind the decline of quantity in Garden in July',
      `quantity in Garden||${JULY}|before|fall`,
    ],
    [
      'contribution of each region to the growth of revenue in July',
      `revenue|region|${JULY}|before|rise`,
    ],
    ['in which regions did revenue fall the most in July', `revenue|region|${JULY}|before|fall`],
    [
      'break down the change in revenue by region between June and July',
      `revenue|region|${JULY}|${JUNE}|`,
    ],
    ['how did revenue change from June to July 2026', `revenue||${JULY}|${JUNE}|`],
    ['why did revenue fall from June 2026 to July 2026', `revenue||${JULY}|${JUNE}|fall`],
    ['compare July with June revenue', `revenue||${JULY}|${JUNE}|`],
    ['revenue in July compared to the same month last year', `revenue||${JULY}|year_before|`],
    ['revenue growth in 2025 year over year', 'growth|revenue||year|before|2025-01-01/2026-01-01'],
    ['revenue growth in 2025', 'growth|revenue||year|before|2025-01-01/2026-01-01'],
    ['revenue growth by year', 'growth|revenue||year|before|'],
    ['growth of revenue per quarter', 'growth|revenue||quarter|before|'],
    ['month over month revenue', 'growth|revenue||month|before|'],
    [
      'monthly growth rate of revenue in 2025',
      'growth|revenue||month|before|2025-01-01/2026-01-01',
    ],
    ['year-over-year revenue growth by month', 'growth|revenue||month|year_before|'],
    ['year over year growth by region', 'growth||region|year|before|'],
    ['revenue growth by region and year', 'growth|revenue|region|year|before|'],
    ['how much did revenue change each quarter', 'growth|revenue||quarter|before|'],
    ['revenue growth', 'growth|revenue|||before|'],
    ['revenue growth in July by region', `revenue|region|${JULY}|before|rise`],
    ['year over year revenue growth in July', `revenue||${JULY}|year_before|rise`],
    ['why did monthly revenue fall in July', `monthly revenue||${JULY}|before|fall`],
    ['share of the sum of total by country', 'share|sum of total|country|'],
    ['share of orders by status', 'share|orders|status|'],
    [
      'what percentage of invoices are overdue',
      'part|overdue invoices / invoices|invoices that are overdue / invoices|invoices overdue / invoices|',
    ],
    [
      'share of online store revenue',
      'part|online store revenue / store revenue|online store revenue / revenue|',
    ],
    [
      'what % of revenue came from West in 2025',
      'part|revenue from West / revenue|revenue in West / revenue|West revenue / revenue|2025-01-01/2026-01-01',
    ],
    ['compare revenue of West and East', 'compare|revenue|West|East|'],
    ['how does West compare to East in revenue?', 'compare|revenue|West|East|'],
    ['compare West and East by revenue in 2025', 'compare|revenue|West|East|2025-01-01/2026-01-01'],
    ['what share of revenue comes from each region', 'share|revenue|region|'],
    ['compare revenue by region', 'share|revenue|region|'],
    ['is there a trend in revenue?', 'trend|revenue|||'],
    ['has revenue been rising since 2025', 'trend|revenue||2025-01-01/null|rise'],
    ['is there a downward trend in weekly orders', 'trend|orders|week||fall'],
    ['are there outliers in daily revenue', 'outliers|revenue|day|'],
    ['which months had unusually high revenue', 'outliers|revenue|month|'],
    ['is discount correlated with quantity?', 'correlation|discount|quantity|'],
    [
      'are discount and quantity related in 2026',
      'correlation|discount|quantity|2026-01-01/2027-01-01',
    ],
    ['total revenue by region in 2025', null],
    ['top 5 products by revenue', null],
    ['how many orders in July', null],
    ['what data do I have', null],
    ['compare revenue in May, June and July', null],
  ];
  for (const [question, expected] of cases)
    it(question, () => expect(line(analyticsQuestion(question, TODAY))).to.equal(expected));
});
