import { expect } from 'chai';
import { acceptedLanguages, askedLanguage } from '#src/texts/asked-language.ts';
import { wantedLanguage } from '#src/texts/languages.ts';

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'total revenue by region in 2025',
    'How many customers have no orders?',
    'orders in München',
    'top 5 products by revenue',
    'customers in "Köln"',
    'which month had the most orders',
  ],
  de: [
    'Umsatz nach Region 2025',
    'Gesamtumsatz 2025',
    'Wie viele Kunden haben wir?',
    'Welche Produkte kosten mehr als 20 Euro?',
    'Durchschnittspreis je Kategorie',
    'Bestellungen ohne Lieferung',
    'Zähle die Kandidaten.',
    'Wie heißen die Dokumente, die die Zeichenfolge enthalten?',
  ],
  fr: [
    'Combien de clients avons-nous ?',
    "Quel est le chiffre d'affaires par région en 2025 ?",
    'Quels clients n’ont pas de commandes ?',
    'Le prix moyen par catégorie',
  ],
  es: [
    '¿Cuántos clientes tenemos?',
    'Ingresos totales por región en 2025',
    '¿Qué clientes no tienen pedidos?',
    'Los 5 productos más vendidos',
  ],
  pt: [
    'Quantos clientes temos?',
    'Receita total por região em 2025',
    'Quais clientes não têm pedidos?',
    'Preço médio por categoria',
  ],
  it: [
    'Quanti clienti abbiamo?',
    'Ricavi totali per regione nel 2025',
    'Quali clienti non hanno ordini?',
    'Il prezzo medio per categoria',
  ],
  nl: [
    'Hoeveel klanten hebben we?',
    'Totale omzet per regio in 2025',
    'Welke klanten hebben geen bestellingen?',
    'Gemiddelde prijs per categorie',
  ],
  pl: [
    'Ilu mamy klientów?',
    'Łączny przychód według regionu w 2025',
    'Którzy klienci nie mają zamówień?',
    'Średnia cena według kategorii',
  ],
  ja: ['地域別の売上合計', '顧客は何人いますか', '注文のない顧客', '2025年の月別売上'],
  zh: ['2025年各地区的总收入', '我们有多少客户', '没有订单的客户', '按类别的平均价格'],
  ar: ['كم عدد العملاء؟', 'إجمالي الإيرادات حسب المنطقة', 'العملاء بدون طلبات', 'متوسط السعر'],
  hi: ['हमारे कितने ग्राहक हैं?', 'क्षेत्र के अनुसार कुल राजस्व', 'बिना ऑर्डर वाले ग्राहक', 'औसत कीमत'],
};

describe('the language of a question', () => {
  for (const [language, questions] of Object.entries(QUESTIONS))
    for (const question of questions)
      it(`${question} → ${language}`, () => expect(askedLanguage(question)).to.equal(language));

  it('is open where nothing tells', () => {
    for (const question of ['revenue 2025', 'status', '42'])
      expect(askedLanguage(question)).to.equal(null);
  });

  it('is the one that is wanted where the question does not tell', () => {
    expect(acceptedLanguages('de-CH, fr;q=0.9, en;q=0.5, *;q=0.1')).to.deep.equal([
      'de',
      'fr',
      'en',
    ]);
    expect(acceptedLanguages('en;q=0, de;q=0.3')).to.deep.equal(['de']);
    const wanted = (question: string, accepted: string) =>
      wantedLanguage(question, accepted, (language) => ['en', 'de', 'ja'].includes(language));
    expect(wanted('revenue 2025', 'sv, de;q=0.5')).to.equal('de');
    expect(wanted('revenue 2025', 'ja, de;q=0.5')).to.equal('ja');
    expect(wanted('revenue 2025', '')).to.equal('en');
    expect(wanted('the revenue of 2025', 'de')).to.equal('en');
    expect(wanted('Umsatz nach Region', 'en')).to.equal('de');
    expect(wanted('Combien de clients ?', 'de')).to.equal('fr');
  });
});
