/** Words of a name or question, lower case, in the singular where an English ending says so. */
export function baseWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);
}

function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** What may stand beside a thing in the name of its count: `number_of_orders`, `order_count`. */
const COUNT_WORDS: ReadonlySet<string> = new Set(
  'number no num count cnt n total of the all different how many do we have'.split(' '),
);

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
  if (counted && singular(counted[1]!.toLowerCase()) === last) return true;
  const rest = found.filter((word) => !COUNT_WORDS.has(word));
  return rest.length === wanted.length && rest.every((word) => wanted.includes(word));
}
