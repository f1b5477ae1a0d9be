import { lemma } from '#src/catalog/fold.ts';

/** Words of a name or question, lower case, nouns in the singular. */
export function baseWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(lemma);
}

/** What may stand beside a thing in the name of its count: `number_of_orders`, `order_count`. */
const COUNT_WORDS: ReadonlySet<string> = new Set(
  'number no num count cnt n total of the all different how many do we have'.split(' '),
);

/** What is counted, and all behind it. */
const COUNTED =
  /\b(?:how many|number of|count of|count)\s+(?:the\s+|different\s+|all\s+)?(\p{L}.*)/isu;

/** Whether a question counts rows by the whole name of their table: `number of order lines per order`. */
export function countsThing(question: string, table: string): boolean {
  const words = baseWords(COUNTED.exec(question)?.[1] ?? '');
  return baseWords(table).every((word, at) => words[at] === word);
}

/** Whether a result column is named as the count of a table's rows; of a question, whether it counts them. */
export function namesThing(text: string, table: string): boolean {
  const wanted = baseWords(table);
  const found = baseWords(text);
  const last = wanted.at(-1);
  if (last === undefined) return false;
  const counted =
    /\b(?:how many|number of|count of|count)\s+(?:the\s+|different\s+|all\s+)?([\p{L}]+)/iu.exec(
      text,
    );
  if (counted && lemma(counted[1]!.toLowerCase()) === last) return true;
  const rest = found.filter((word) => !COUNT_WORDS.has(word));
  return rest.length === wanted.length && rest.every((word) => wanted.includes(word));
}
