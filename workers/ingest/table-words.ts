/**
 * Words that people write around the figures of a table, in the languages that files come in. Data only: what a match
 * means is decided where they are used, and a name alone never decides.
 */

/** What rows (and columns) of sums are called, as the first or the last word of their label. */
export const TOTAL_WORDS: readonly string[] = [
  // English
  'total',
  'totals',
  'sum',
  'subtotal',
  'subtotals',
  'overall',
  'grandtotal',
  // German
  'summe',
  'gesamt',
  'gesamtsumme',
  'gesamtergebnis',
  'zwischensumme',
  'insgesamt',
  'teilergebnis',
  'endsumme',
  'summen',
  // French
  'somme',
  'totaux',
  'sous-total',
  'ensemble',
  // Spanish, Portuguese, Italian
  'suma',
  'totales',
  'totais',
  'soma',
  'totale',
  'totali',
  'somma',
  'subtotale',
  'subtotais',
  'subtotales',
  'complessivo',
  // Dutch
  'totaal',
  'subtotaal',
  'totalen',
  'som',
  'eindtotaal',
  // Russian
  'итого',
  'всего',
  'сумма',
  'подытог',
  'итог',
  // Polish, Czech, Swedish, Danish, Norwegian, Turkish
  'razem',
  'suma',
  'ogółem',
  'celkem',
  'součet',
  'summa',
  'totalt',
  'delsumma',
  'toplam',
  // Chinese, Japanese, Korean
  '合计',
  '合計',
  '总计',
  '總計',
  '小计',
  '小計',
  '総計',
  '计',
  '計',
  '합계',
  '소계',
  '총계',
];

/** First words of lines that stand below a table and speak of it. */
export const NOTE_WORDS: readonly string[] = [
  ...['source', 'sources', 'note', 'notes', 'nb', 'n.b.', 'legend', 'key', 'remark', 'remarks'],
  ...['disclaimer', 'prepared', 'generated', 'printed', 'exported', 'created', 'copyright'],
  ...['quelle', 'quellen', 'anmerkung', 'anmerkungen', 'hinweis', 'hinweise', 'stand', 'erstellt'],
  ...['remarque', 'remarques', 'nota', 'notas', 'notes', 'champ', 'lecture', 'fuente', 'fuentes'],
  ...['fonte', 'fonti', 'fontes', 'avvertenza', 'observação', 'elaborado', 'elaborazione'],
  ...['bron', 'bronnen', 'opmerking', 'opmerkingen', 'toelichting', 'noot'],
  ...[
    'источник',
    'источники',
    'примечание',
    'примечания',
    '注',
    '注：',
    '资料来源',
    '出典',
    '出所',
    '備考',
  ],
];
