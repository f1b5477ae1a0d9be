import { expect } from 'chai';
import {
  COUNTING,
  FOLLOWING,
  REWORDINGS,
  type Rewording,
  UNREFERRED,
} from '#src/language/en/rewordings.ts';

const TABLES: Readonly<Record<string, readonly Rewording[]>> = {
  REWORDINGS,
  UNREFERRED,
  FOLLOWING,
  COUNTING,
};

const meaningOf = (text: string) => REWORDINGS.filter(({ said }) => said === text)[0]?.means;

describe('tables of rewordings', () => {
  it('have a row for each way to choose among what is said', () => {
    expect(meaningOf('what are the leading {x}')).to.equal('leading {x}');
    expect(meaningOf('{n} {rows} with most {x}')).to.equal('top {n} {rows} by {x}');
    expect(meaningOf('{n} {rows} with the fewest {x}')).to.equal('bottom {n} {rows} by {x}');
    expect(meaningOf('… week by week …')).to.equal('… by week …');
  });

  for (const [name, rows] of Object.entries(TABLES))
    it(`leave nothing to choose, and say nothing twice: ${name}`, () => {
      for (const { said, means } of rows) expect(`${said} → ${means}`).not.to.match(/[[\]$>]|\|/);
      const texts = rows.map(({ said, means }) => `${said} → ${means}`);
      expect(texts.filter((one, at) => texts.indexOf(one) !== at)).to.deep.equal([]);
    });
});
