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

/** What a row is called that stands for all others, as its whole label: its numbers are their sums or averages. */
export const ALL_NAMES: readonly string[] = [
  ...['all', 'everything', 'everyone', 'everybody', 'world', 'worldwide', 'global', 'globally'],
  ...['alle', 'alles', 'welt', 'weltweit', 'tous', 'toutes', 'monde', 'todos', 'todas', 'mundo'],
  ...['tutti', 'tutte', 'mondo', 'allemaal', 'wereld', 'все', 'мир', 'wszystkie', 'alla'],
  ...['全部', '全体', '全て', 'すべて', '所有', '전체', '모두'],
];

/** The first word of such labels of several words: `All regions`. */
export const ALL_FIRST_WORDS: readonly string[] = [
  ...['all', 'entire', 'whole', 'alle', 'sämtliche', 'tous', 'toutes', 'todos', 'todas'],
  ...['tutti', 'tutte', 'все', 'wszystkie', 'alla'],
];

/** What a row of statistics over the others is called, by what its numbers are. */
export const STATISTIC_WORDS = {
  mean: [
    ...['average', 'averages', 'avg', 'mean', 'means', 'durchschnitt', 'durchschnittlich'],
    ...['mittelwert', 'mittel', 'schnitt', 'ø', 'moyenne', 'moyennes', 'promedio', 'gemiddelde'],
    ...['gemiddeld', 'среднее', 'średnia', 'průměr', 'medelvärde', 'genomsnitt', 'medel'],
    ...['gennemsnit', 'gjennomsnitt', 'ortalama', '平均', '平均值', '平均値', '평균'],
  ],
  median: ['median', 'medians', 'médiane', 'mediana', 'mediaan', 'медиана', '中央値', '中位数'],
  max: ['maximum', 'maxima', 'max.', 'höchstwert', 'максимум', '最大', '最大值', '最大値', '최대'],
  min: ['minimum', 'minima', 'min.', 'tiefstwert', 'минимум', '最小', '最小值', '最小値', '최소'],
  count: [
    'count',
    'counts',
    'anzahl',
    'nombre',
    'recuento',
    'conteo',
    'conteggio',
    'aantal',
    '件数',
  ],
  deviation: [
    ...['stddev', 'stdev', 'stdabw', 'standardabweichung', 'écart-type', 'standaardafwijking'],
    ...['σ', '標準偏差', '标准差'],
  ],
} as const;

/** Those that other rows are called, too: people, sections, grades. */
export const DOUBTFUL_STATISTICS = {
  mean: ['media', 'média'],
  max: ['max', 'máximo', 'massimo'],
  min: ['min', 'mínimo', 'minimo'],
} as const;

/** What a row is called that the sums of a table are compared with, or that says how they compare. */
export const COMPARISON_NAMES: readonly string[] = [
  ...['previous year', 'prior year', 'last year', 'prev year', 'previous month', 'prior month'],
  ...['last month', 'previous period', 'prior period', 'yoy', 'vorjahr', 'vormonat', 'vorperiode'],
  ...['année précédente', 'n-1', 'año anterior', 'ano anterior', 'anno precedente', 'vorig jaar'],
  ...['abweichung', '前年', '前年比', '去年', '同比'],
];

/** Those that other rows are called, too: shops, steps, accounts. With a % beside them they are nothing else. */
export const DOUBTFUL_COMPARISONS: readonly string[] = [
  ...['target', 'targets', 'goal', 'goals', 'plan', 'budget', 'forecast', 'benchmark', 'ziel'],
  ...['soll', 'objectif', 'objetivo', 'obiettivo', 'doel', 'change', 'difference', 'differenz'],
  ...['diff', 'delta', 'variance', 'variation', 'growth', 'veränderung', 'share', 'anteil'],
  ...['percent', 'percentage', 'increase', 'decrease', '目標', '目标'],
];

/** Words that say nothing more in such a label. */
export const LABEL_FILLERS: readonly string[] = [
  ...['of', 'per', 'the', 'all', 'in', 'vs', 'to', 'by', 'over', 'value', 'values', 'row', 'rows'],
  ...['year', 'month', 'previous', 'prior', 'last', 'overall', 'der', 'des', 'pro', 'wert', 'zum'],
  ...['de', 'du', 'des', 'del', 'di', 'van'],
];

/** What a column of days is called, as one of the words of its header; joined words end with the first of these. */
export const DATE_WORDS: readonly string[] = [
  ...['datum', 'date', 'dates', 'fecha', 'дата', 'dato', 'tarih', '日期', '日付', '年月日', '날짜'],
];

/** Words of headers of days that nothing of the future has. */
export const PAST_DAY_WORDS: readonly string[] = [
  ...['birth', 'birthday', 'birthdate', 'born', 'dob', 'founded', 'foundation', 'established'],
  ...['hired', 'hire', 'joined', 'died', 'death', 'deceased', 'dod', 'opened', 'built'],
  ...['geburtsdatum', 'geburtstag', 'geboren', 'gegründet', 'gründung', 'eingestellt', 'eintritt'],
  ...['eintrittsdatum', 'gestorben', 'naissance', 'né', 'née', 'embauche', 'fondée', 'décès'],
  ...['nacimiento', 'nacido', 'nacida', 'contratación', 'fallecimiento', 'nascita', 'nato', 'nata'],
  ...['assunzione', 'nascimento', 'nascido', 'contratação', 'admissão', 'geboren', 'geboortedatum'],
  ...['indiensttreding', '生年月日', '誕生日', '出生日期', '生日', '入社日'],
];

/** Words of headers of days that lie ahead as a rule. */
export const FUTURE_DAY_WORDS: readonly string[] = [
  ...[
    'due',
    'expiry',
    'expires',
    'expire',
    'expiration',
    'maturity',
    'matures',
    'until',
    'deadline',
  ],
  ...['valid', 'end', 'ends', 'renewal', 'renews', 'termination', 'planned', 'target', 'forecast'],
  ...['retirement', 'retires', 'warranty', 'guarantee', 'best', 'fällig', 'fälligkeit', 'ablauf'],
  ...['gültig', 'bis', 'ende', 'laufzeitende', 'échéance', 'expiración', 'vencimiento', 'fin'],
  ...['scadenza', 'vencimento', 'validade', 'vervaldatum', 'einddatum', 'fine', 'fim'],
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
