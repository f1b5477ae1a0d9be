import { expect } from 'chai';
import { windowsOf } from '#src/ask/analytics/windows.ts';

const range = { first: '2025-09-06', last: '2026-08-27', today: '2026-11-21' };
const year = (number: number) => ({
  from: `${number}-01-01`,
  to: `${number + 1}-01-01`,
  text: String(number),
  stated: false,
});

describe('two periods that are compared', () => {
  it('are refused where what is compared of the first lies before the data', () => {
    expect(() => windowsOf(year(2026), year(2025), range)).to.throw(
      "There's no data for 2025-01-01 to 2025-08-27, because the data starts on 2025-09-06.",
    );
  });

  it('are said not to be whole where the data begin within the first', () => {
    const quarter = (from: string, to: string) => ({ from, to, text: '', stated: false });
    const pair = windowsOf(
      quarter('2025-10-01', '2026-01-01'),
      quarter('2025-07-01', '2025-10-01'),
      range,
    );
    expect(pair.assumptions).to.include('The data starts on 2025-09-06, so Q3 2025 is incomplete.');
    const later = windowsOf(
      quarter('2026-01-01', '2026-04-01'),
      quarter('2025-10-01', '2026-01-01'),
      range,
    );
    expect(later.assumptions.join()).to.not.include('not whole');
  });
});
