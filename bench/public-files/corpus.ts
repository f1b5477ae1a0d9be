import { csvFile, type Kind, type MadeFile, type Spec, type Style, xlsxFile } from './made.ts';

type Rows = Spec['rows'];
const day = (from: string, plus: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + plus * 86_400_000).toISOString().slice(0, 10);
const cents = (value: number) => Math.round(value * 100) / 100;

/** Postings of an account: income now and then, expenses else. */
const postings = (count: number, texts: readonly string[], from = '2024-01-03'): Rows =>
  Array.from({ length: count }, (_, at) => [
    day(from, at * 2),
    texts[at % texts.length]!,
    at % 5 === 1 ? cents(1834.5 + at * 11.37) : cents(-(12.3 + at * 7.41)),
  ]);

interface Bank {
  readonly name: string;
  readonly head: readonly [day: string, text: string, amount: string];
  readonly texts: readonly string[];
  readonly style: Style;
  readonly unit?: string;
  readonly above?: readonly (readonly string[])[];
  readonly below?: readonly (readonly string[])[];
}

const DE = ['Miete Müller', 'Gehalt', 'Bäckerei', 'Straßenbahn'];
const FR = ['Loyer', 'Salaire', 'Épicerie', 'Café crème'];
const ES = ['Alquiler', 'Nómina', 'Peluquería niño', 'Compañía'];
const PL = ['Czynsz', 'Wypłata', 'Żabka Łódź', 'Śniadanie'];
const RU = ['Аренда', 'Зарплата', 'Хлеб и молоко', 'Связь'];

const BANKS: readonly Bank[] = [
  {
    name: 'bank-de-giro.csv',
    head: ['Buchungstag', 'Verwendungszweck', 'Betrag'],
    texts: DE,
    style: {
      sep: ';',
      dec: ',',
      group: '.',
      date: 'dd.mm.yyyy',
      encoding: 'windows-1252',
      quoteAll: true,
    },
  },
  {
    name: 'bank-de-plus.csv',
    head: ['Wertstellung', 'Buchungstext', 'Umsatz'],
    texts: DE,
    style: { sep: ';', dec: ',', group: '.', date: 'dd.mm.yy', plus: '+#' },
  },
  {
    name: 'bank-de-eur.csv',
    head: ['Datum', 'Empfänger', 'Betrag (€)'],
    texts: DE,
    unit: 'EUR',
    style: {
      sep: ';',
      dec: ',',
      group: '.',
      date: 'dd.mm.yyyy',
      plus: '# €',
      minus: '-# €',
      encoding: 'utf8-bom',
    },
    above: [['Girokonto', 'DE12 3456'], ['Kontostand vom 31.01.2024:', '1.234,56 €'], ['']],
  },
  {
    name: 'bank-at.csv',
    head: ['Buchungsdatum', 'Text', 'Betrag'],
    texts: DE,
    style: { sep: ';', dec: ',', group: '.', date: 'dd.mm.yyyy', encoding: 'utf16le-bom' },
  },
  {
    name: 'bank-ch.csv',
    head: ['Datum', 'Buchung', 'Betrag CHF'],
    texts: DE,
    unit: 'CHF',
    style: { sep: ';', dec: '.', group: "'", date: 'dd.mm.yyyy' },
  },
  {
    name: 'bank-fr.csv',
    head: ['Date', 'Libellé', 'Montant'],
    texts: FR,
    style: { sep: ';', dec: ',', group: ' ', date: 'dd/mm/yyyy', encoding: 'windows-1252' },
  },
  {
    name: 'bank-fr-euros.csv',
    head: ['Date opération', 'Libellé', 'Montant en EUR'],
    texts: FR,
    unit: 'EUR',
    style: { sep: ';', dec: ',', group: '\u00a0', date: 'dd/mm/yyyy' },
  },
  {
    name: 'bank-es.csv',
    head: ['Fecha', 'Concepto', 'Importe'],
    texts: ES,
    style: { sep: ';', dec: ',', group: '.', date: 'dd/mm/yyyy', encoding: 'windows-1252' },
  },
  {
    name: 'bank-it.csv',
    head: ['Data', 'Descrizione', 'Importo'],
    texts: ['Affitto', 'Stipendio', 'Caffè', 'Società'],
    style: { sep: ';', dec: ',', group: '.', date: 'dd/mm/yyyy' },
  },
  {
    name: 'bank-pt.csv',
    head: ['Data mov.', 'Descrição', 'Valor'],
    texts: ['Renda', 'Salário', 'Pão', 'Farmácia'],
    style: { sep: ';', dec: ',', group: '.', date: 'dd-mm-yyyy', encoding: 'windows-1252' },
  },
  {
    name: 'bank-br.csv',
    head: ['Data', 'Lançamento', 'Valor (R$)'],
    texts: ['Aluguel', 'Salário', 'Pão', 'Farmácia'],
    unit: 'BRL',
    style: { sep: ',', dec: ',', group: '.', date: 'dd/mm/yyyy', plus: 'R$ #', minus: '-R$ #' },
  },
  {
    name: 'bank-nl.csv',
    head: ['Datum', 'Naam / Omschrijving', 'Bedrag (EUR)'],
    texts: ['Huur', 'Salaris', 'Bakker', 'Trein'],
    unit: 'EUR',
    style: { sep: ',', dec: ',', date: 'yyyymmdd', quoteAll: true },
  },
  {
    name: 'bank-pl.csv',
    head: ['Data', 'Opis', 'Kwota'],
    texts: PL,
    unit: 'PLN',
    style: {
      sep: ';',
      dec: ',',
      group: ' ',
      date: 'yyyy-mm-dd',
      encoding: 'windows-1250',
      plus: '# PLN',
      minus: '-# PLN',
    },
  },
  {
    name: 'bank-cz.csv',
    head: ['Datum', 'Popis', 'Částka'],
    texts: ['Nájem', 'Výplata', 'Řeznictví', 'Žižkov'],
    unit: 'CZK',
    style: {
      sep: ';',
      dec: ',',
      group: ' ',
      date: 'dd.mm.yyyy',
      encoding: 'windows-1250',
      plus: '# Kč',
      minus: '-# Kč',
    },
  },
  {
    name: 'bank-se.csv',
    head: ['Bokföringsdag', 'Beskrivning', 'Belopp'],
    texts: ['Hyra', 'Lön', 'Köttbullar', 'Åkeri'],
    unit: 'kr',
    style: { sep: ';', dec: ',', group: ' ', date: 'yyyy-mm-dd', plus: '# kr', minus: '-# kr' },
  },
  {
    name: 'bank-us.csv',
    head: ['Posting Date', 'Description', 'Amount'],
    texts: ['Rent', 'Payroll', 'Grocery, Inc.', 'Gas'],
    unit: 'USD',
    style: { dec: '.', group: ',', date: 'mm/dd/yyyy', plus: '$#', minus: '- $#' },
  },
  {
    name: 'bank-us-paren.csv',
    head: ['Date', 'Payee', 'Amount'],
    texts: ['Rent', 'Payroll', 'Grocery', 'Gas'],
    unit: 'USD',
    style: { dec: '.', group: ',', date: 'm/d/yyyy', plus: '$#', minus: '($#)' },
  },
  {
    name: 'bank-uk.csv',
    head: ['Date', 'Details', 'Amount'],
    texts: ['Rent', 'Wages', 'Tesco', 'Bus'],
    unit: 'GBP',
    style: { dec: '.', group: ',', date: 'dd mon yyyy', plus: '+ £#', minus: '- £#' },
  },
  {
    name: 'bank-in.csv',
    head: ['Txn Date', 'Narration', 'Amount'],
    texts: ['Rent', 'Salary', 'UPI', 'NEFT'],
    style: { dec: '.', group: ',', date: 'dd/mm/yyyy' },
  },
  {
    name: 'bank-ca.csv',
    head: ['Date', 'Description', 'CAD$'],
    texts: ['Loyer', 'Payroll', 'Dépanneur', 'Métro'],
    style: { date: 'm/d/yyyy', dec: '.', encoding: 'windows-1252' },
  },
  {
    name: 'bank-ru.csv',
    head: ['Дата', 'Описание', 'Сумма'],
    texts: RU,
    style: { sep: ';', dec: ',', group: ' ', date: 'dd.mm.yyyy', encoding: 'windows-1251' },
  },
  {
    name: 'bank-cn.csv',
    head: ['交易日期', '摘要', '金额(元)'],
    texts: ['房租', '工资', '苹果', '地铁'],
    unit: 'CNY',
    style: { dec: '.', date: 'yyyymmdd', encoding: 'gb18030' },
  },
  {
    name: 'bank-cn-yuan.csv',
    head: ['日期', '商品', '金额'],
    texts: ['房租', '工资', '苹果', '地铁'],
    unit: 'CNY',
    style: { dec: '.', date: 'yyyy/mm/dd', plus: '¥#', minus: '-¥#' },
  },
  {
    name: 'bank-tr.csv',
    head: ['Tarih', 'Açıklama', 'Tutar'],
    texts: ['Kira', 'Maaş', 'Şişli Börek', 'İstanbulkart'],
    unit: 'TRY',
    style: {
      sep: ';',
      dec: ',',
      group: '.',
      date: 'dd.mm.yyyy',
      encoding: 'windows-1254',
      plus: '# TL',
      minus: '-# TL',
    },
  },
];

const bankFiles = BANKS.map(({ name, head, texts, style, unit, above, below }) => {
  const spec: Spec = {
    head,
    kinds: ['date', 'text', 'amount'],
    rows: postings(24, texts),
    ...(unit && { units: { 2: unit } }),
    ...(above && { above }),
    ...(below && { below }),
  };
  return csvFile('bank', name, spec, style);
});

const ITEMS = ['Mug "Blue"', 'T-Shirt, red', 'Poster', 'Sticker'];
const orders = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    `#${1001 + at}`,
    day('2024-02-01', at),
    ITEMS[at % 4]!,
    1 + (at % 3),
    cents(9.99 + at * 1.25),
    at % 7 === 3 ? null : cents(0.5 + at * 0.1),
    at % 4 === 0,
  ]);
const SHOP: readonly Kind[] = ['text', 'date', 'text', 'integer', 'amount', 'amount', 'boolean'];
const shop = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('shop', name, { head, kinds: SHOP, rows: orders(20), ...more }, style);

const EN_SHOP = [
  'Name',
  'Paid at',
  'Lineitem name',
  'Lineitem quantity',
  'Lineitem price',
  'Discount Amount',
  'Fulfilled',
];
const shopFiles = [
  shop('shop-orders.csv', EN_SHOP, { booleans: ['true', 'false'] }),
  shop('shop-yes-no.csv', EN_SHOP, {
    booleans: ['yes', 'no'],
    date: 'mon dd, yyyy',
    quoteAll: true,
  }),
  shop(
    'shop-usd.csv',
    [
      'order-id',
      'purchase-date',
      'product-name',
      'quantity',
      'item-price',
      'promotion-discount',
      'is-business-order',
    ],
    { sep: '\t', plus: 'USD #' },
    { units: { 4: 'USD', 5: 'USD' } },
  ),
  shop(
    'shop-de.csv',
    ['Bestellnr', 'Datum', 'Artikel', 'Menge', 'Preis', 'Rabatt', 'Versandt'],
    { sep: ';', dec: ',', date: 'dd.mm.yyyy', plus: '# €', encoding: 'windows-1252' },
    { units: { 4: 'EUR', 5: 'EUR' } },
  ),
  shop(
    'shop-fr.csv',
    ['Commande', 'Date', 'Produit', 'Quantité', 'Prix TTC', 'Remise', 'Expédié'],
    { sep: ';', dec: ',', date: 'dd/mm/yyyy', plus: '# €', encoding: 'macroman' },
    { units: {}, kinds: SHOP.map((kind) => kind) },
  ),
  shop(
    'shop-etsy.csv',
    ['Sale', 'Sale Date', 'Item Name', 'Quantity', 'Price', 'Discount', 'Gift'],
    { date: 'mm/dd/yy' },
  ),
  shop('shop-jp.csv', ['注文番号', '注文日', '商品名', '数量', '単価', '割引', '発送済み'], {
    encoding: 'shiftjis',
    date: 'yyyy/mm/dd',
  }),
  shop('shop-kr.csv', ['주문번호', '주문일', '상품명', '수량', '단가', '할인', '배송'], {
    encoding: 'cp949',
  }),
  shop('shop-null.csv', EN_SHOP, { none: 'NULL' }),
  shop('shop-na.csv', EN_SHOP, { none: 'n/a', sep: '|' }),
  shop('shop-sep-line.csv', EN_SHOP, { sep: ';', dec: ',' }, {}),
  shop('shop-codes.csv', EN_SHOP, {}, {}),
].map((file) =>
  file.name === 'shop-sep-line.csv'
    ? { ...file, bytes: Buffer.concat([Buffer.from('sep=;\r\n'), file.bytes]) }
    : file,
);
// Macs write no euro sign in their old encoding: the same file without one.
shopFiles[4] = shop(
  'shop-fr.csv',
  ['Commande', 'Date', 'Produit', 'Quantité', 'Prix TTC', 'Remise', 'Expédié'],
  { sep: ';', dec: ',', date: 'dd/mm/yyyy', encoding: 'macroman' },
);

const ledger = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    String(1200 + (at % 4) * 10).padStart(6, '0'),
    day('2024-03-01', at),
    `Beleg ${at + 1}`,
    cents(100.5 + at * 33.33),
    at % 2 === 0 ? 'S' : 'H',
  ]);
const ERP: readonly Kind[] = ['code', 'date', 'text', 'amount', 'text'];
const erp = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('erp', name, { head, kinds: ERP, rows: ledger(16), ...more }, style);
const erpFiles = [
  erp(
    'erp-meta-line.csv',
    ['Konto', 'Datum', 'Belegtext', 'Umsatz', 'Soll/Haben'],
    { sep: ';', dec: ',', date: 'dd.mm.yyyy', encoding: 'windows-1252' },
    { above: [['"EXTF"', '700', '21', '"Buchungsstapel"', '20240306']] },
  ),
  erp('erp-tab.txt', ['Konto', 'Buch.dat.', 'Text', 'Betrag in HW', 'SH'], {
    sep: '\t',
    dec: ',',
    group: '.',
    date: 'dd.mm.yyyy',
    encoding: 'utf16le-bom',
  }),
  erp(
    'erp-trailing-minus.csv',
    ['Account', 'Posting date', 'Text', 'Amount', 'DC'],
    { sep: ';', dec: ',', group: '.', date: 'dd.mm.yyyy', minus: '#-' },
    {
      rows: ledger(16).map((row, at) =>
        row.map((cell, column) => (column === 3 && at % 3 === 0 ? -Number(cell) : cell)),
      ),
    },
  ),
  erp('erp-compact-days.csv', ['ACCOUNT', 'BUDAT', 'SGTXT', 'DMBTR', 'SHKZG'], {
    sep: '|',
    date: 'yyyymmdd',
  }),
  erp('erp-formula-codes.csv', ['Konto', 'Datum', 'Text', 'Betrag', 'SH'], {
    sep: ';',
    dec: ',',
    date: 'dd.mm.yyyy',
    codes: 'formula',
  }),
  erp(
    'erp-total.csv',
    ['Account', 'Date', 'Text', 'Amount', 'DC'],
    {},
    {
      totals: [
        {
          before: 16,
          cells: [
            'Total',
            null,
            null,
            cents(ledger(16).reduce((sum, row) => sum + Number(row[3]), 0)),
            null,
          ],
        },
      ],
    },
  ),
  erp('erp-fr.csv', ['CompteNum', 'EcritureDate', 'EcritureLib', 'Debit', 'Sens'], {
    sep: '\t',
    dec: ',',
    date: 'yyyymmdd',
    encoding: 'windows-1252',
  }),
  erp('erp-es.csv', ['Cuenta', 'Fecha', 'Concepto', 'Importe', 'D/H'], {
    sep: ';',
    dec: ',',
    group: '.',
    date: 'dd/mm/yyyy',
  }),
  erp(
    'erp-subtotals.csv',
    ['Account', 'Date', 'Text', 'Amount', 'DC'],
    {},
    {
      rows: ledger(8).map((row, at) => [
        '001200',
        ...row.slice(1, 2),
        `Line ${at + 1}`,
        ...row.slice(3),
      ]),
      totals: [4, 8].map((before) => ({
        before,
        cells: [
          '001200',
          null,
          'Subtotal',
          cents(
            ledger(8)
              .slice(before - 4, before)
              .reduce((sum, row) => sum + Number(row[3]), 0),
          ),
          null,
        ],
      })),
    },
  ),
  xlsxFile('erp', 'erp-balances.xlsx', {
    head: ['Konto', 'Datum', 'Text', 'Saldo', 'SH'],
    kinds: ERP,
    rows: ledger(12),
    above: [['Saldenliste 2024'], []],
  }),
];

const REGIONS = ['Nord', 'Süd', 'Ost', 'West'];
const figures = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    REGIONS[at % 4]! + (at > 3 ? ` ${Math.floor(at / 4)}` : ''),
    1000 + at * 137,
    cents(12.5 + at * 0.7),
    at % 5 === 2 ? null : 50 + at,
  ]);
const STATS: readonly Kind[] = ['text', 'integer', 'amount', 'integer'];
const office = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('statistics', name, { head, kinds: STATS, rows: figures(20), ...more }, style);
const statisticsFiles = [
  office(
    'stat-de.csv',
    ['Region', 'Einwohner', 'Quote', 'Schulen'],
    { sep: ';', dec: ',', group: '.', none: '.', encoding: 'windows-1252' },
    {
      above: [['Bevölkerung nach Regionen'], [''], ['Stichtag 31.12.2023']],
      below: [['__________'], ['© Statistisches Amt, 2024']],
    },
  ),
  office('stat-eu.tsv', ['geo', 'population', 'rate', 'schools'], { sep: '\t', none: ':' }),
  office(
    'stat-fr.csv',
    ['Région', 'Population', 'Taux', 'Écoles'],
    { sep: ';', dec: ',', group: ' ', none: 'n.d.', encoding: 'windows-1252' },
    { below: [['Source : institut, 2024']] },
  ),
  office(
    'stat-uk.csv',
    ['Area', 'Population', 'Rate', 'Schools'],
    { group: ',', none: '..' },
    { below: [['Notes: figures are rounded.']] },
  ),
  office('stat-jp.csv', ['地域', '人口', '割合', '学校'], { none: '…', encoding: 'shiftjis' }),
  office(
    'stat-br.csv',
    ['Região', 'População', 'Taxa', 'Escolas'],
    { sep: ';', dec: ',', group: '.', none: '-' },
    { below: [['Fonte: instituto']] },
  ),
  office(
    'stat-total-first.csv',
    ['Area', 'Population', 'Rate', 'Schools'],
    {},
    {
      totals: [
        {
          before: 0,
          cells: [
            'England',
            figures(20).reduce((sum, row) => sum + Number(row[1]), 0),
            null,
            figures(20).reduce((sum, row) => sum + Number(row[3] ?? 0), 0),
          ],
        },
      ],
    },
  ),
  office(
    'stat-total-last.csv',
    ['Region', 'Einwohner', 'Quote', 'Schulen'],
    { sep: ';', dec: ',' },
    {
      totals: [
        {
          before: 20,
          cells: [
            'Insgesamt',
            figures(20).reduce((sum, row) => sum + Number(row[1]), 0),
            null,
            figures(20).reduce((sum, row) => sum + Number(row[3] ?? 0), 0),
          ],
        },
      ],
    },
  ),
  csvFile(
    'statistics',
    'stat-months.csv',
    {
      head: ['date', 'value'],
      kinds: ['date', 'amount'],
      rows: Array.from({ length: 30 }, (_, at) => [
        `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`,
        cents(101.5 + at * 0.3),
      ]),
    },
    { date: 'dd/mm/yyyy' },
  ),
  xlsxFile('statistics', 'stat-outline.xlsx', {
    head: ['Land', 'Jahr', 'Wert', 'Fälle'],
    kinds: ['text', 'integer', 'amount', 'integer'],
    rows: ['Aland', 'Bland', 'Cland'].flatMap((land, at) =>
      [2021, 2022, 2023].map(
        (year) =>
          [land, year, cents(10.5 + at + (year - 2020) * 0.25), 100 * at + year - 2000] as const,
      ),
    ),
    once: 1,
  }),
];

const LIKERT = ['Strongly agree', 'Agree', 'Neutral', 'Disagree'];
const answers = (count: number, words = LIKERT): Rows =>
  Array.from({ length: count }, (_, at) => [
    at + 1,
    `${day('2024-05-01', at % 9)} 0${at % 8}:1${at % 6}:07`,
    words[at % 4]!,
    1 + (at % 5),
    at % 6 === 5 ? null : `Comment ${at}, fine`,
  ]);
const SURVEY: readonly Kind[] = ['integer', 'instant', 'text', 'integer', 'text'];
const survey = (
  name: string,
  head: readonly string[],
  style: Style,
  words = LIKERT,
  more: Partial<Spec> = {},
) => csvFile('survey', name, { head, kinds: SURVEY, rows: answers(24, words), ...more }, style);
const surveyFiles = [
  survey(
    'survey-en.csv',
    ['Response ID', 'Submitted', 'The course was useful', 'Rating (1-5)', 'Comments'],
    {},
  ),
  survey(
    'survey-us.csv',
    ['ID', 'Timestamp', 'How satisfied are you?', 'Score', 'Anything else?'],
    { date: 'm/d/yyyy' },
  ),
  survey(
    'survey-de.csv',
    ['Nr', 'Zeitpunkt', 'Wie zufrieden sind Sie?', 'Note', 'Bemerkung'],
    { sep: ';', date: 'dd.mm.yyyy', encoding: 'utf8-bom' },
    ['sehr', 'eher', 'kaum', 'gar nicht'],
  ),
  survey(
    'survey-fr.csv',
    ['N°', 'Horodatage', 'Êtes-vous satisfait ?', 'Note', 'Remarques'],
    { sep: ';', date: 'dd/mm/yyyy', encoding: 'windows-1252' },
    ['très', 'assez', 'peu', 'pas'],
  ),
  survey(
    'survey-es.csv',
    ['Id', 'Marca temporal', '¿Está satisfecho?', 'Nota', 'Comentarios'],
    { sep: ';', date: 'dd/mm/yyyy', encoding: 'windows-1252' },
    ['mucho', 'algo', 'poco', 'nada'],
  ),
  survey(
    'survey-ru.csv',
    ['Номер', 'Время', 'Довольны ли вы?', 'Оценка', 'Комментарий'],
    { sep: ';', date: 'dd.mm.yyyy', encoding: 'koi8-r' },
    ['да', 'скорее да', 'скорее нет', 'нет'],
  ),
  survey(
    'survey-cn.csv',
    ['编号', '提交时间', '您满意吗？', '评分', '备注'],
    { date: 'yyyy/mm/dd', encoding: 'gb18030' },
    ['很', '比较', '一般', '不'],
  ),
  survey(
    'survey-quoted.csv',
    ['Response ID', 'Submitted', 'Q1. Useful?', 'Q2. Score', 'Q3. Why?'],
    { quoteAll: true, lineEnd: '\n' },
  ),
  survey(
    'survey-titled.csv',
    ['Response ID', 'Submitted', 'Useful?', 'Score', 'Why?'],
    {},
    LIKERT,
    { above: [['Course feedback 2024']] },
  ),
  survey(
    'survey-pt.csv',
    ['Id', 'Data/hora', 'Satisfação', 'Nota', 'Observações'],
    { sep: ';', date: 'dd/mm/yyyy' },
    ['muito', 'médio', 'pouco', 'nada'],
  ),
];

const readings = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    `S${1 + (at % 3)}`,
    `${day('2024-06-01', Math.floor(at / 8))} ${String((at * 3) % 24).padStart(2, '0')}:15:00`,
    cents(18.25 + (at % 11) * 0.37),
    cents(44.5 + (at % 7) * 1.13),
    1000 + at,
  ]);
const SENSOR: readonly Kind[] = ['text', 'instant', 'amount', 'amount', 'integer'];
const sensor = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('sensor', name, { head, kinds: SENSOR, rows: readings(32), ...more }, style);
const sensorFiles = [
  sensor('sensor-plain.csv', ['sensor', 'time', 'temp', 'humidity', 'seq'], {}),
  sensor(
    'sensor-units.csv',
    ['sensor', 'time', 'Temperature [°C]', 'Humidity [%]', 'seq'],
    {},
    { units: { 2: '°C', 3: '%' } },
  ),
  sensor(
    'sensor-cells.csv',
    ['sensor', 'time', 'temp', 'humidity', 'seq'],
    { plus: '# °C' },
    { units: { 2: '°C', 3: '°C' } },
  ),
  sensor('sensor-de.csv', ['Sensor', 'Zeit', 'Temperatur', 'Feuchte', 'Nr'], {
    sep: ';',
    dec: ',',
    date: 'dd.mm.yyyy',
    encoding: 'windows-1252',
  }),
  sensor('sensor-us.csv', ['device', 'timestamp', 'temp', 'rh', 'n'], { date: 'mm/dd/yyyy' }),
  sensor('sensor-tab.txt', ['device', 'timestamp', 'temp', 'rh', 'n'], {
    sep: '\t',
    lineEnd: '\n',
  }),
  sensor(
    'sensor-logger.csv',
    ['device', 'timestamp', 'temp', 'rh', 'n'],
    {},
    {
      above: [
        ['Logger: A7', 'Firmware: 2.1'],
        ['Site: roof', 'Interval: 15'],
      ],
    },
  ),
  sensor(
    'sensor-nan.csv',
    ['device', 'timestamp', 'temp', 'rh', 'n'],
    { none: 'NaN' },
    {
      rows: readings(32).map((row, at) =>
        at % 9 === 4 ? [...row.slice(0, 2), null, ...row.slice(3)] : row,
      ),
    },
  ),
  sensor('sensor-fr.csv', ['capteur', 'heure', 'température', 'humidité', 'no'], {
    sep: ';',
    dec: ',',
    date: 'dd/mm/yyyy',
    encoding: 'windows-1252',
  }),
  sensor('sensor-jp.csv', ['センサー', '時刻', '温度', '湿度', '番号'], {
    encoding: 'euc-jp',
    date: 'yyyy/mm/dd',
  }),
];

const NAMES = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'];
const pay = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    `0${100 + at}`,
    `${NAMES[at % 5]} ${String.fromCharCode(65 + at)}`,
    day('2015-03-01', at * 97),
    cents(2400 + at * 51.5),
    cents(12.5 + (at % 4) * 0.5),
  ]);
const PAY: readonly Kind[] = ['code', 'text', 'date', 'amount', 'percent'];
const payroll = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('payroll', name, { head, kinds: PAY, rows: pay(14), ...more }, style);
const payrollFiles = [
  payroll(
    'pay-us.csv',
    ['Employee ID', 'Name', 'Hire Date', 'Gross Pay', 'Tax Rate'],
    { date: 'mm/dd/yyyy', plus: '$#', group: ',' },
    { units: { 3: 'USD', 4: '%' } },
  ),
  payroll('pay-de.csv', ['Personalnr', 'Name', 'Eintritt', 'Brutto', 'Steuersatz'], {
    sep: ';',
    dec: ',',
    group: '.',
    date: 'dd.mm.yyyy',
  }),
  payroll('pay-fr.csv', ['Matricule', 'Nom', 'Embauche', 'Brut', 'Taux'], {
    sep: ';',
    dec: ',',
    group: '\u202f',
    date: 'dd/mm/yyyy',
  }),
  payroll(
    'pay-pl.csv',
    ['Numer', 'Nazwisko', 'Zatrudniony', 'Brutto', 'Podatek'],
    { sep: ';', dec: ',', date: 'yyyy-mm-dd', plus: '# zł', encoding: 'iso-8859-2' },
    { units: { 3: 'PLN', 4: '%' } },
  ),
  payroll(
    'pay-total.csv',
    ['Employee ID', 'Name', 'Hired', 'Gross', 'Rate'],
    {},
    {
      totals: [
        {
          before: 14,
          cells: [
            'Total',
            null,
            null,
            cents(pay(14).reduce((sum, row) => sum + Number(row[3]), 0)),
            null,
          ],
        },
      ],
    },
  ),
  payroll(
    'pay-in.csv',
    ['Emp Code', 'Name', 'DOJ', 'Gross', 'TDS'],
    { date: 'dd-mm-yyyy', plus: '₹#' },
    { units: { 3: 'INR', 4: '%' } },
  ),
  payroll('pay-formula.csv', ['Emp No', 'Name', 'Start', 'Gross', 'Rate'], { codes: 'formula' }),
  xlsxFile('payroll', 'pay-book.xlsx', {
    head: ['Employee', 'Name', 'Start', 'Gross', 'Bonus'],
    kinds: ['code', 'text', 'date', 'amount', 'amount'],
    rows: pay(14),
    above: [['Payroll March 2024']],
  }),
  xlsxFile('payroll', 'pay-departments.xlsx', {
    head: ['Department', 'Employee', 'Gross'],
    kinds: ['text', 'text', 'amount'],
    rows: ['Accounts', 'Kitchen', 'Sales', 'Workshop'].flatMap((unit, at) =>
      ['Ann', 'Bea', 'Cem'].map(
        (name, n) => [unit, `${name} ${at}`, cents(2000.5 + at * 100 + n * 7)] as const,
      ),
    ),
    once: 1,
  }),
  payroll(
    'pay-es.csv',
    ['Código', 'Nombre', 'Alta', 'Bruto', 'IRPF'],
    { sep: ';', dec: ',', group: '.', date: 'dd/mm/yyyy', encoding: 'windows-1252', plus: '# €' },
    { units: { 3: 'EUR', 4: '%' } },
  ),
];

const marks = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    `${NAMES[at % 5]} ${String.fromCharCode(65 + at)}`,
    '5b',
    1 + (at % 6),
    at % 7 === 4 ? null : 40 + at * 2,
    60 + at,
  ]);
const SCHOOL: readonly Kind[] = ['text', 'text', 'integer', 'integer', 'integer'];
const school = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('school', name, { head, kinds: SCHOOL, rows: marks(20), ...more }, style);
const schoolFiles = [
  school('marks-en.csv', ['Student', 'Class', 'Set', 'Maths', 'English'], {}),
  school(
    'marks-titled.csv',
    ['Student', 'Class', 'Set', 'Maths', 'English'],
    {},
    { above: [['Spring term 2024'], ['']] },
  ),
  school('marks-de.csv', ['Schüler', 'Klasse', 'Note', 'Punkte', 'Maximum'], {
    sep: ';',
    encoding: 'windows-1252',
  }),
  school('marks-absent.csv', ['Student', 'Class', 'Set', 'Maths', 'English'], { none: 'absent' }),
  school(
    'marks-average.csv',
    ['Student', 'Class', 'Set', 'Maths', 'English'],
    {},
    { rows: marks(20).map((row) => row.map((cell, at) => (at === 3 ? 60 : cell))), below: [] },
  ),
  school('marks-fr.csv', ['Élève', 'Classe', 'Groupe', 'Maths', 'Français'], {
    sep: ';',
    none: '-',
    encoding: 'windows-1252',
  }),
  school('marks-ru.csv', ['Ученик', 'Класс', 'Группа', 'Математика', 'Язык'], {
    sep: ';',
    encoding: 'windows-1251',
  }),
  school('marks-jp.csv', ['生徒', '組', '班', '数学', '英語'], { encoding: 'shiftjis' }),
  school('marks-it.csv', ['Studente', 'Classe', 'Gruppo', 'Matematica', 'Italiano'], { sep: ';' }),
  xlsxFile('school', 'marks-classes.xlsx', {
    head: ['Class', 'Student', 'Points'],
    kinds: ['text', 'text', 'integer'],
    rows: ['5a', '5b', '5c', '6a'].flatMap((group, at) =>
      ['Ann', 'Bob', 'Cem'].map((name, n) => [group, name, 40 + at * 5 + n] as const),
    ),
    once: 1,
  }),
];

const CLUBS = ['Alba', 'Brix', 'Corva', 'Dorn', 'Elm', 'Fara', 'Gild', 'Hult'];
const league: Rows = CLUBS.map((club, at) => [
  at + 1,
  club,
  14 - at,
  3 + at,
  21 - at * 6,
  45 - at * 3,
]);
const LEAGUE: readonly Kind[] = ['integer', 'text', 'integer', 'integer', 'integer', 'integer'];
const signed = (file: MadeFile) => file;
const sport = (name: string, spec: Spec, style: Style = {}) =>
  signed(csvFile('sport', name, spec, style));
const runs = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    at + 1,
    `${NAMES[at % 5]} ${String.fromCharCode(65 + at)}`,
    cents(10.21 + at * 0.13),
    at === 7 ? null : cents(20.85 + at * 0.21),
  ]);
const RUN: readonly Kind[] = ['integer', 'text', 'amount', 'amount'];
const sportFiles = [
  sport('league-en.csv', {
    head: ['Pos', 'Team', 'W', 'L', 'GD', 'Pts'],
    kinds: LEAGUE,
    rows: league,
  }),
  sport(
    'league-de.csv',
    { head: ['Platz', 'Verein', 'S', 'N', 'Diff', 'Punkte'], kinds: LEAGUE, rows: league },
    { sep: ';' },
  ),
  sport(
    'runs-dns.csv',
    { head: ['Rank', 'Athlete', 'Heat', 'Final'], kinds: RUN, rows: runs(12) },
    { none: 'DNS' },
  ),
  sport(
    'runs-comma.csv',
    { head: ['Rang', 'Name', 'Vorlauf', 'Finale'], kinds: RUN, rows: runs(12) },
    { sep: ';', dec: ',', none: 'DNF' },
  ),
  sport(
    'runs-es.csv',
    { head: ['Puesto', 'Atleta', 'Serie', 'Final'], kinds: RUN, rows: runs(12) },
    { sep: ';', dec: ',', none: '' },
  ),
  sport('medals.csv', {
    head: ['Nation', 'Gold', 'Silver', 'Bronze'],
    kinds: ['text', 'integer', 'integer', 'integer'],
    rows: CLUBS.map((club, at) => [club, 9 - at, 4 + at, 2 * at]),
    totals: [{ before: 8, cells: ['Total', 44, 60, 56] }],
  }),
  sport(
    'medals-fr.csv',
    {
      head: ['Pays', 'Or', 'Argent', 'Bronze'],
      kinds: ['text', 'integer', 'integer', 'integer'],
      rows: CLUBS.map((club, at) => [club, 9 - at, 4 + at, 2 * at]),
      totals: [{ before: 8, cells: ['Total', 44, 60, 56] }],
    },
    { sep: ';' },
  ),
  sport(
    'fixtures-uk.csv',
    {
      head: ['Date', 'Home', 'Away', 'HG', 'AG'],
      kinds: ['date', 'text', 'text', 'integer', 'integer'],
      rows: Array.from({ length: 14 }, (_, at) => [
        day('2024-08-17', at * 7),
        CLUBS[at % 8]!,
        CLUBS[(at + 3) % 8]!,
        at % 4,
        (at * 3) % 5,
      ]),
    },
    { date: 'dd/mm/yyyy' },
  ),
  sport(
    'fixtures-us.csv',
    {
      head: ['Date', 'Home', 'Visitor', 'HS', 'VS'],
      kinds: ['date', 'text', 'text', 'integer', 'integer'],
      rows: Array.from({ length: 14 }, (_, at) => [
        day('2024-08-17', at * 7),
        CLUBS[at % 8]!,
        CLUBS[(at + 3) % 8]!,
        90 + at,
        80 + ((at * 3) % 25),
      ]),
    },
    { date: 'mm/dd/yyyy' },
  ),
  sport('turnout-euro.csv', {
    head: ['country', 'euro_turnout', 'dollar_rank'],
    kinds: ['text', 'amount', 'integer'],
    rows: CLUBS.map((club, at) => [club, cents(48.73 + at), at + 1]),
  }),
];

const stock = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    String(4006381 + at * 7).padStart(13, '0'),
    `Part ${at + 1}`,
    at % 6 === 2 ? -3 : 12 + at * 4,
    cents(3.25 + at * 0.45),
    at % 5 === 0 ? null : `A-${at}`,
  ]);
const STOCK: readonly Kind[] = ['code', 'text', 'integer', 'amount', 'text'];
const inventory = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('inventory', name, { head, kinds: STOCK, rows: stock(18), ...more }, style);
const inventoryFiles = [
  inventory('stock-en.csv', ['EAN', 'Item', 'On hand', 'Unit cost', 'Shelf'], {}),
  inventory('stock-de.csv', ['EAN', 'Artikel', 'Bestand', 'Preis', 'Regal'], {
    sep: ';',
    dec: ',',
    encoding: 'windows-1252',
  }),
  inventory(
    'stock-kg.csv',
    ['EAN', 'Item', 'On hand', 'Weight', 'Shelf'],
    { plus: '# kg' },
    { units: { 3: 'kg' } },
  ),
  inventory('stock-formula.csv', ['EAN', 'Item', 'On hand', 'Cost', 'Shelf'], { codes: 'formula' }),
  inventory(
    'stock-it.csv',
    ['Codice', 'Articolo', 'Giacenza', 'Prezzo', 'Scaffale'],
    { sep: ';', dec: ',', plus: '€ #', minus: '-€ #' },
    { units: { 3: 'EUR' } },
  ),
  inventory(
    'stock-huf.csv',
    ['Kód', 'Cikk', 'Készlet', 'Ár', 'Polc'],
    { sep: ';', dec: ',', plus: '# Ft', encoding: 'windows-1250' },
    { units: { 3: 'HUF' } },
  ),
  inventory('stock-th.csv', ['รหัส', 'สินค้า', 'คงเหลือ', 'ราคา', 'ชั้น'], { encoding: 'cp874' }),
  inventory('stock-crates.csv', ['SKU', 'Item', 'Crates (10kg)', 'Price/Crate', 'Bay'], {}),
  xlsxFile('inventory', 'stock-book.xlsx', {
    head: ['EAN', 'Item', 'On hand', 'Unit cost', 'Shelf'],
    kinds: STOCK,
    rows: stock(18),
    above: [['Stock list'], []],
  }),
  xlsxFile('inventory', 'stock-groups.xlsx', {
    head: ['Group', 'Item', 'Qty', 'Price'],
    kinds: ['text', 'text', 'integer', 'amount'],
    rows: ['Bolts', 'Nuts', 'Pins', 'Screws'].flatMap((group, at) =>
      ['M4', 'M5', 'M6'].map(
        (size, n) => [group, size, 10 * at + n, cents(0.15 + at * 0.1 + n * 0.05)] as const,
      ),
    ),
    once: 1,
  }),
];

/** A hierarchy with a column a level; the upper rows hold the sums. */
const hierarchy = (name: string, sep: string, head: readonly string[]): MadeFile => {
  const tree = {
    Order: { Law: [10, 15], Police: [35, 5] },
    Social: { Health: [40, 2], Youth: [7, 8] },
  };
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
  const lines = [head.join(sep)];
  for (const [group, tasks] of Object.entries(tree)) {
    lines.push([group, '', '', sum(Object.values(tasks).flat())].join(sep));
    for (const [task, items] of Object.entries(tasks)) {
      lines.push(['', task, '', sum(items)].join(sep));
      for (const [at, item] of items.entries())
        lines.push(['', '', `${task} ${at + 1}`, item].join(sep));
    }
  }
  const names = head.map((text) => text.toLowerCase());
  return {
    ...{ kind: 'ledger', name, bytes: Buffer.from(`${lines.join('\r\n')}\r\n`) },
    expected: {
      rows: lines.length - 1,
      columns: names.map((text, at) => `${text}:${at === 3 ? 'integer' : 'text'}`),
      sums: { [names[3]!]: 122 },
      days: {},
      texts: { [names[0]!]: 'Social' },
    },
  };
};
const pivot = (regions: readonly string[]): Rows =>
  regions.flatMap((region, at) =>
    ['Bread', 'Cake', 'Pie'].map(
      (line, n) => [region, line, 10 * (at + 1) + n, cents(100.25 + at * 3 + n)] as const,
    ),
  );
const PIVOT: readonly Kind[] = ['text', 'text', 'integer', 'amount'];
const subtotals = (rows: Rows, label: (group: string) => readonly [string, string]) =>
  [3, 6, 9].map((before) => {
    const group = rows.slice(before - 3, before);
    const [first, second] = label(String(group[0]![0]));
    return {
      before,
      cells: [
        first,
        second,
        group.reduce((sum, row) => sum + Number(row[2]), 0),
        cents(group.reduce((sum, row) => sum + Number(row[3]), 0)),
      ],
    };
  });
const three = ['East', 'North', 'South'];
const ledgerFiles = [
  hierarchy('budget-levels.csv', ',', ['Group', 'Task', 'Item', 'Amount']),
  hierarchy('budget-levels-de.csv', ';', ['Bereich', 'Aufgabe', 'Posten', 'Betrag']),
  csvFile('ledger', 'pivot-subtotal-second.csv', {
    head: ['region', 'line', 'qty', 'amount'],
    kinds: PIVOT,
    rows: pivot(three),
    totals: subtotals(pivot(three), (group) => [group, 'Subtotal']),
  }),
  csvFile('ledger', 'pivot-total-named.csv', {
    head: ['region', 'line', 'qty', 'amount'],
    kinds: PIVOT,
    rows: pivot(three),
    totals: subtotals(pivot(three), (group) => [`${group} Total`, '']),
  }),
  csvFile(
    'ledger',
    'pivot-summe.csv',
    {
      head: ['Gebiet', 'Sorte', 'Menge', 'Betrag'],
      kinds: PIVOT,
      rows: pivot(three),
      totals: subtotals(pivot(three), (group) => [group, 'Summe']),
    },
    { sep: ';', dec: ',' },
  ),
  csvFile('ledger', 'pivot-once.csv', {
    head: ['region', 'line', 'qty', 'amount'],
    kinds: PIVOT,
    rows: pivot(three),
    once: 1,
  }),
  csvFile('ledger', 'pivot-once-total.csv', {
    head: ['region', 'line', 'qty', 'amount'],
    kinds: PIVOT,
    rows: pivot(three),
    once: 1,
    totals: subtotals(pivot(three), (group) => [`${group} Total`, '']),
  }),
  xlsxFile('ledger', 'pivot-book.xlsx', {
    head: ['Region', 'Line', 'Qty', 'Amount'],
    kinds: PIVOT,
    rows: pivot(three),
    once: 1,
    above: [['Sales 2024'], []],
  }),
  csvFile(
    'ledger',
    'ledger-debit-credit.csv',
    {
      head: ['Date', 'Account', 'Debit', 'Credit'],
      kinds: ['date', 'text', 'amount', 'amount'],
      rows: Array.from({ length: 12 }, (_, at) => [
        day('2024-01-02', at * 3),
        `Acc ${at % 4}`,
        at % 2 ? null : cents(55.5 + at),
        at % 2 ? cents(20.25 + at) : null,
      ]),
    },
    { date: 'dd/mm/yyyy' },
  ),
  csvFile('ledger', 'ledger-two-blocks.csv', {
    head: ['code', 'label', 'value'],
    kinds: ['text', 'text', 'integer'],
    rows: Array.from({ length: 10 }, (_, at) => [`K${at}`, `Label ${at}`, 300_100 + at]),
  }),
].map((file) =>
  file.name === 'ledger-two-blocks.csv'
    ? { ...file, bytes: Buffer.from(file.bytes.toString().replace('K5,', ',,\r\nK5,')) }
    : file,
);

const LEVELS = ['INFO', 'WARN', 'ERROR', 'INFO'];
const entries = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [
    `${day('2024-07-01', Math.floor(at / 10))} 1${at % 10}:0${at % 6}:31`,
    LEVELS[at % 4]!,
    `10.0.${at % 4}.${at + 10}`,
    at % 3 ? 200 : 404,
    12 + at * 7,
  ]);
const LOG: readonly Kind[] = ['instant', 'text', 'text', 'integer', 'integer'];
const log = (name: string, head: readonly string[], style: Style, more: Partial<Spec> = {}) =>
  csvFile('log', name, { head, kinds: LOG, rows: entries(30), ...more }, style);
const logFiles = [
  log('log-access.csv', ['time', 'level', 'ip', 'status', 'ms'], {}),
  log('log-tab.tsv', ['time', 'level', 'ip', 'status', 'bytes'], { sep: '\t', lineEnd: '\n' }),
  log('log-bar.txt', ['time', 'level', 'host', 'status', 'ms'], { sep: '|' }),
  log('log-us.csv', ['Timestamp', 'Severity', 'Source', 'Code', 'Duration'], {
    date: 'mm/dd/yyyy',
    quoteAll: true,
  }),
  log('log-de.csv', ['Zeit', 'Stufe', 'Quelle', 'Code', 'Dauer'], {
    sep: ';',
    date: 'dd.mm.yyyy',
    encoding: 'utf16le-bom',
  }),
  log('log-fr.csv', ['Horodatage', 'Gravité', 'Hôte', 'Code', 'Durée'], {
    sep: ';',
    date: 'dd/mm/yyyy',
    encoding: 'windows-1252',
  }),
  csvFile('log', 'log-calls.csv', {
    head: ['day', 'phone', 'seconds'],
    kinds: ['date', 'code', 'integer'],
    rows: Array.from({ length: 15 }, (_, at) => [
      day('2024-07-01', at),
      `+4917012345${String(at).padStart(2, '0')}`,
      31 + at,
    ]),
  }),
  csvFile(
    'log',
    'log-compact.csv',
    {
      head: ['day', 'event', 'count'],
      kinds: ['date', 'text', 'integer'],
      rows: Array.from({ length: 15 }, (_, at) => [
        day('2024-07-01', at * 11),
        `e${at % 4}`,
        3 + at,
      ]),
    },
    { date: 'yyyymmdd', sep: ';' },
  ),
  csvFile('log', 'log-shares.csv', {
    head: ['day', 'change', 'volume'],
    kinds: ['date', 'percent', 'integer'],
    rows: Array.from({ length: 15 }, (_, at) => [
      day('2024-07-01', at),
      at % 3 ? cents(2.5 - at * 0.3) : cents(0.5 + at),
      1000 + at,
    ]),
  }),
  csvFile('log', 'log-build.csv', {
    head: ['commit', 'started', 'ok', 'tests'],
    kinds: ['text', 'instant', 'boolean', 'integer'],
    rows: Array.from({ length: 15 }, (_, at) => [
      `a${at}f${at * 3}c`,
      `${day('2024-07-01', at)} 08:0${at % 10}:12`,
      at % 4 !== 2,
      120 + at,
    ]),
  }),
];

/** Files as the public has them: twelve kinds, what is right of each written before it was read. */
export const PUBLIC_FILES: readonly MadeFile[] = [
  ...[bankFiles, shopFiles, erpFiles, statisticsFiles, surveyFiles, sensorFiles],
  ...[payrollFiles, schoolFiles, sportFiles, inventoryFiles, ledgerFiles, logFiles],
].flat();
