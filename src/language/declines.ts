/**
 * Words that say that a question is not answered. A statement beside them answers another question, so that the model
 * is asked again for the wanted form.
 */
const DECLINES = new RegExp(
  [
    '\\banswerable\\W+(?:false|no|0)\\b',
    "\\b(?:cannot|can['’]t|could(?: not|n['’]t)|unable to|impossible|not possible|insufficient)\\b",
    "\\b(?:data|tables?|schema|database|columns?)\\b[^.\\n]{0,40}(?:\\b(?:no|not|lacks?)\\b|n['’]t\\b)",
    '\\b(?:there (?:is|are) no|no such)\\b',
    '\\b(?:kann|können|lässt)\\b[^.\\n]{0,60}\\bnicht\\b|\\bkeine?n? (?:spalten?|tabellen?|daten|angaben?)\\b|\\bnicht (?:möglich|vorhanden|enthalten)\\b',
    "\\bne (?:peut|peux|contien\\w*|permet\\w*)\\b|\\bn['’]est pas\\b|\\baucune? (?:colonne|table|donnée)",
    '\\bno (?:hay|contienen?|puedo|se puede|es posible|existen?)\\b|\\bnão\\b|\\bnon (?:è|posso|contiene|contengono|ci sono)\\b',
    '\\bniet (?:mogelijk|beschikbaar)\\b|\\bnie (?:można|ma|mogę|zawiera)\\b',
    'できません|ありません|含まれて(?:い)?ません|无法|無法|没有|不包含|لا (?:يمكن|توجد|يوجد|تحتوي)|नहीं',
  ].join('|'),
  'iu',
);

/** Whether a text says that the question is not answered. */
export const declines = (said: string): boolean => DECLINES.test(said);
