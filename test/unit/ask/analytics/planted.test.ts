import { expect } from 'chai';
import { COMPANY_TODAY, generateCompany } from '../../../fixtures/analytics/generate.ts';
import { PLANTED } from '../../../fixtures/analytics/questions.ts';
import { outcomeOf } from './planted.ts';
import { type CompanyWorld, openCompany } from './world.ts';

describe('a company with planted causes', () => {
  let company: CompanyWorld;

  before(async () => {
    company = await openCompany((folder) => generateCompany(folder), COMPANY_TODAY);
  });
  after(() => company.close());

  for (const planted of PLANTED)
    it(`${planted.question} → ${planted.finds ? 'what was planted' : 'nothing stands out'}`, async () => {
      const answer = await company.ask(planted.question);
      const expected = planted.finds ? 'found' : 'said none';
      expect(outcomeOf(answer, planted), answer.explanation).to.equal(expected);
    });
});
