import { expect } from 'chai';
import { fold, foldToLemmas, squash } from '#src/catalog/fold.ts';
import { expandWords, labelOf, wordsOf } from '#src/catalog/names.ts';
import { synonymsOf, tableSynonymsOf, takenLabels } from '#src/catalog/synonyms.ts';

describe('names of tables and columns', () => {
  const labels: [string, string][] = [
    ['unit_price', 'unit price'],
    ['ProductID', 'product id'],
    ['ORDER_ID', 'order id'],
    ['custAddr', 'cust addr'],
    ['HTTPStatus2024', 'http status 2024'],
    ['Home Team', 'home team'],
    ['customerIDs', 'customer ids'],
    ['address1', 'address 1'],
    ['q1', 'q1'],
    ['2024sales', '2024 sales'],
    ['_x', 'x'],
    ['% change', '% change'],
    ['kWh Produced', 'kwh produced'],
    ['kWhProduced', 'kwh produced'],
    ['power_kW', 'power kw'],
    ['VATRate', 'vat rate'],
    ['mVolume', 'm volume'],
    ['Größe', 'größe'],
    ['売上', '売上'],
    ['--', '--'],
    ['constructorResultsId', 'constructor results id'],
  ];
  for (const [name, label] of labels) {
    it(`reads ${name} as "${label}"`, () => expect(labelOf(name)).to.equal(label));
  }

  it('writes short forms out, but not where a word stands alone and means itself', () => {
    const cases: [string, string][] = [
      ['cust_addr', 'customer address'],
      ['Stu_LName', 'student last name'],
      ['qty', 'quantity'],
      ['order_no', 'order number'],
      ['No', 'no'],
      ['cat', 'cat'],
      ['prod_cat', 'product category'],
      ['max_temp', 'maximum temperature'],
      ['start_min', 'start min'],
      ['constructor_toString', 'constructor to string'],
    ];
    for (const [name, words] of cases) {
      expect(expandWords(wordsOf(name)).join(' '), name).to.equal(words);
    }
  });

  it('gives business synonyms of whole names, and none that is the name of something else', () => {
    const none = takenLabels([]);
    expect(synonymsOf('revenue', none)).to.deep.equal(['sales', 'turnover']);
    expect(synonymsOf('revenue', takenLabels(['Sales']))).to.deep.equal(['turnover']);
    expect(synonymsOf('customers', none)).to.deep.equal(['client']);
    expect(synonymsOf('sales_target', none)).to.deep.equal([]);
    expect(synonymsOf('cust_addr', none)).to.deep.equal(['customer address']);
    expect(tableSynonymsOf('dim_customer', none)).to.include.members(['customer', 'client']);
    expect(tableSynonymsOf('dim_customer', takenLabels(['customers']))).to.not.include('customer');
  });
});

describe('folding of texts', () => {
  it('takes off case, accents, punctuation and white space, and keeps numbers and C++ apart', () => {
    const cases: [string, string][] = [
      ['São  Paulo!', 'sao paulo'],
      ["O'Neil", 'oneil'],
      ['Straße', 'strasse'],
      ['R&D', 'r and d'],
      ['C++', 'c++'],
      ['1.5', '1.5'],
      ['-15', '-15'],
      ['2024-01-05', '2024 01 05'],
      ['ﬁne', 'fine'],
      ['...', '...'],
      ['हिन्दी', 'हिन्दी'],
    ];
    for (const [text, folded] of cases) expect(fold(text), text).to.equal(folded.normalize('NFC'));
  });

  it('joins words but not numbers', () => {
    expect(squash('e mail')).to.equal('email');
    expect(squash('1 2')).to.equal('1 2');
    expect(squash('class 1 a')).to.equal('class1a');
  });

  it('puts words into the singular', () => {
    expect(foldToLemmas("Women's Shoes")).to.equal('woman shoe');
    expect(foldToLemmas('Countries')).to.equal('country');
    expect(foldToLemmas('DVDs')).to.equal('dvd');
    expect(foldToLemmas('data')).to.equal('data');
    expect(foldToLemmas('constructor __proto__')).to.equal('constructor proto');
  });
});
