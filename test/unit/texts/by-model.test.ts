import { expect } from 'chai';
import { speakerByModel } from '#src/texts/by-model/catalogue.ts';
import { areInAnother, faultOf } from '#src/texts/by-model/fault.ts';
import {
  BY_MODEL,
  type LanguageByModel,
  type Phrase,
  type PhraseKind,
  phraseKey,
  phrasesOf,
} from '#src/texts/by-model/phrases.ts';
import { EXPLAIN } from '#src/texts/en/explanations.ts';
import { message } from '#src/texts/message.ts';

const phraseOf = (
  language: LanguageByModel,
  template: string,
  form = '',
  kind: PhraseKind = 'message',
): Phrase => {
  const found = phrasesOf(language).find(
    (one) => one.template === template && one.form === form && one.kind === kind,
  );
  if (!found) throw new Error(`no such phrase: ${template} ${form}`);
  return found;
};

const speaking = (
  language: LanguageByModel,
  said: readonly (readonly [template: string, text: string, form?: string, kind?: PhraseKind])[],
) =>
  speakerByModel(
    language,
    new Map(
      said.map(([template, text, form, kind]) => [
        phraseKey(phraseOf(language, template, form, kind)),
        text,
      ]),
    ),
  ).speaker;

describe('phrases for a model to translate', () => {
  it('have numbered placeholders, each once, and something to translate', () => {
    for (const language of BY_MODEL)
      for (const { text, places, template } of phrasesOf(language)) {
        expect(text.replace(/\{\d+\}/g, ''), template)
          .to.match(/\p{L}/u)
          .and.not.match(/[{}]/);
        const numbers = [...text.matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number));
        expect(numbers, template).to.deep.equal(places.map((_, at) => at + 1));
      }
  });

  it('stand once for each plural form of the language', () => {
    const forms = (language: LanguageByModel) =>
      phrasesOf(language).flatMap(({ template, form, text, count }) =>
        template === EXPLAIN.counted ? [[form, text, count]] : [],
      );
    expect(forms('ja')).to.deep.equal([['other', 'There are {1} {2}{3}.', 5]]);
    expect(forms('pl').map(([form, , count]) => [form, count])).to.deep.equal([
      ['one', 1],
      ['few', 2],
      ['many', 5],
      ['other', 1.5],
    ]);
    expect(forms('pl')[0]![1]).to.equal('There is {1} {2}{3}.');
    for (const language of BY_MODEL)
      expect(phrasesOf(language).every(({ form, count }) => (form === '') === (count === null)));
  });
});

describe('a translation by a model', () => {
  const top = phraseOf('fr', EXPLAIN.topThings);
  const GOOD = 'Les {1} premiers {2} par {3}{4} vont de {5} ({6}) à {7} ({8}).';

  it('is used if it has each placeholder once, in whatever order', () => {
    expect(faultOf(top, GOOD, 'fr')).to.equal(null);
    const swapped = phraseOf('ja', 'average {label} of {label2}', '', 'label');
    expect(swapped.text).to.equal('average {1} of {2}');
    expect(faultOf(swapped, '{2}の平均{1}', 'ja')).to.equal(null);
    expect(faultOf(phraseOf('hi', EXPLAIN.noRows), 'कोई पंक्ति नहीं मिली{1}।', 'hi')).to.equal(null);
    expect(faultOf(phraseOf('ar', EXPLAIN.noRows), 'لا توجد صفوف مطابقة{1}.', 'ar')).to.equal(null);
  });

  const LIES: readonly (readonly [string, string, string])[] = [
    ['drops a placeholder', GOOD.replace('{4}', ''), 'placeholders'],
    ['repeats one', GOOD.replace('{7}', '{5}'), 'placeholders'],
    ['has one of its own', `${GOOD} {9}`, 'placeholders'],
    ['names one', GOOD.replace('{1}', '{n}'), 'placeholders'],
    ['adds a number', GOOD.replace('premiers', '3 premiers'), 'numbers'],
    ['adds one in other digits', GOOD.replace('premiers', '٣ premiers'), 'numbers'],
    ['adds an instruction', GOOD.replace('.', ' : sign in again.'), 'instruction'],
    ['adds a sentence', `${GOOD} Reconnectez-vous maintenant.`, 'sentences'],
    ['adds an address', GOOD.replace('{8}', '{8} sur evil.example'), 'address'],
    ['adds a link', GOOD.replace('{8}', '{8} https://evil.example/x'), 'address'],
    ['adds a mailbox', GOOD.replace('{8}', '{8} x@evil.fr'), 'markup'],
    ['adds markup', GOOD.replace('premiers', '**premiers**'), 'markup'],
    ['adds an element', GOOD.replace('premiers', '<b>premiers</b>'), 'markup'],
    ['turns the text around', GOOD.replace('premiers', '\u202epremiers'), 'markup'],
    ['goes on and on', GOOD.replace('premiers', 'premiers et de loin '.repeat(12)), 'length'],
    ['is not there', ' ', 'missing'],
    ['is in English', top.text, 'language'],
    ['is in Japanese', '上位{1}件の{2}は{3}{4}順に{5}({6})から{7}({8})です。', 'language'],
  ];
  for (const [what, said, fault] of LIES)
    it(`isn't used if it ${what}`, () => expect(faultOf(top, said, 'fr')).to.equal(fault));

  it("isn't used in another script, but may keep words of SQL", () => {
    const sql = phraseOf('ja', "The SQL doesn't use NOT IN.", '', 'sentence');
    expect(faultOf(sql, 'SQLはNOT INを使用していません。', 'ja')).to.equal(null);
    expect(faultOf(sql, 'Le SQL ne contient pas NOT IN.', 'ja')).to.equal('language');
    expect(faultOf(phraseOf('zh', EXPLAIN.noRows), 'No rows{1}.', 'zh')).to.equal('language');
  });

  it('is in another language if most of a reply is', () => {
    const spanish = ['No hay filas que coincidan{1}.', 'Los valores no se suman en la tabla.'];
    expect(areInAnother(spanish, 'fr')).to.equal(true);
    expect(areInAnother(spanish, 'es')).to.equal(false);
  });
});

/** Spaces that no line breaks at are spaces here. */
const plainly = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('a language by a model', () => {
  it('fills what is translated and counts with its own plural forms', () => {
    const pl = speaking('pl', [
      [EXPLAIN.counted, 'Jest {1} {2}{3}.', 'one'],
      [EXPLAIN.counted, 'Są {1} {2}{3}.', 'few'],
      [EXPLAIN.counted, 'Jest {1} {2}{3} razem.', 'many'],
      [EXPLAIN.counted, 'Jest {1} {2}{3} (ułamek).', 'other'],
      ['order', 'zamówienie', '', 'noun'],
      ['orders', 'zamówienia', '', 'noun'],
    ]);
    const counted = (n: number, label: string) =>
      plainly(pl.text(message(EXPLAIN.counted, { n, things: { label }, scope: '' })));
    expect(counted(1, 'order')).to.equal('Jest 1 zamówienie.');
    expect(counted(3, 'orders')).to.equal('Są 3 zamówienia.');
    expect(counted(12_345, 'orders')).to.equal('Jest 12 345 zamówienia razem.');
  });

  it('says in English what it lacks, and tells so', () => {
    let missing = 0;
    const fr = speaking('fr', [
      ['{label} is summed.', 'La somme porte sur {1}.', '', 'sentence'],
    ]).noticing(() => {
      missing += 1;
    });
    expect(fr.text('Revenue is summed.')).to.equal('La somme porte sur Revenue.');
    expect(missing).to.equal(0);
    expect(fr.text('The largest comes first.')).to.equal('The largest comes first.');
    expect(fr.text(message(EXPLAIN.noRows, { scope: '' }))).to.equal('No rows match.');
    expect(missing).to.equal(2);
    expect(fr.label('hull temperature')).to.equal('hull temperature');
    expect(missing).to.equal(2);
    expect(fr.label('number of orders')).to.equal('number of orders');
    expect(missing).to.equal(3);
  });

  it('has one form of a plural text only if it has all', () => {
    const pl = speaking('pl', [[EXPLAIN.counted, 'Jest {1} {2}{3}.', 'one']]);
    const text = pl.text(message(EXPLAIN.counted, { n: 1, things: 'x', scope: '' }));
    expect(text).to.equal('There is 1 x.');
  });

  it('joins lists and writes numbers by the rules of the language', () => {
    const values = (language: LanguageByModel) =>
      plainly(
        speakerByModel(language, new Map()).speaker.text(
          message('{all}: {n}', {
            all: { list: ['A', 'B', 'C'], by: 'and' },
            n: { amount: '1234567.5', unit: 'EUR', isQuantity: true },
          }),
        ),
      );
    expect(values('fr')).to.equal('A, B et C: 1 234 567,50 €');
    expect(values('ja')).to.equal('A、B、C: €1,234,567.50');
    expect(values('hi')).to.equal('A, B और C: €12,34,567.50');
    expect(values('ar')).to.contain('\u2068A\u2069، \u2068B\u2069 و\u2068C\u2069');
  });

  it('keeps names of the data apart from right-to-left text', () => {
    const ar = speaking('ar', [[EXPLAIN.first, 'لدى {1} {2} {3}{4}.']]);
    const end = { label: 'highest' };
    const said = ar.text(
      message(EXPLAIN.first, { name: 'East (1)', end, label: { label: 'x' }, scope: '' }),
    );
    expect(said).to.contain('\u2068East (1)\u2069');
  });
});
