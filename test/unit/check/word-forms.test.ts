import { expect } from 'chai';
import { isFormOf } from '#src/language/en/word-forms.ts';

const FORMS = [
  'shipped ship|ship shipping|emergencies emergency|delayed delay|deliver delivery|deliver delivered',
  'paid paid|id id|box boxes|refund refunded|activate activation|manage manager|sale sales',
].flatMap((list) => list.split('|').map((pair) => pair.split(' ')));
const OTHERS = [
  'id ids',
  'is in',
  'car cart',
  'pay payroll',
  'order border',
  'note notice',
  'plant planet',
].map((pair) => pair.split(' '));

describe('forms of a word', () => {
  for (const [one = '', other = ''] of FORMS)
    it(`are ${one} and ${other}, either way`, () => {
      expect([isFormOf(one, other), isFormOf(other, one)]).to.deep.equal([true, true]);
    });
  for (const [one = '', other = ''] of OTHERS)
    it(`are not ${one} and ${other}`, () => {
      expect([isFormOf(one, other), isFormOf(other, one)]).to.deep.equal([false, false]);
    });
});
