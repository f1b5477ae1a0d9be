/** Longest name, in UTF-8 bytes: what PostgreSQL keeps (NAMEDATALEN - 1). */
const MAX_NAME_BYTES = 63;

/**
 * A name for SQL, close to the text it comes from: lower snake case, letters and digits of every script kept, `%` and
 * `#` spelled out, a leading digit behind `_`. Empty where nothing of the text can stay.
 */
export function identifier(text: string): string {
  const words = text
    .normalize('NFC')
    .replaceAll('%', ' pct ')
    .replaceAll('#', ' number ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/['’]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  if (words === '') return '';
  return shorten(/^\p{N}/u.test(words) ? `_${words}` : words, MAX_NAME_BYTES);
}

function shorten(name: string, bytes: number): string {
  let short = name;
  while (Buffer.byteLength(short) > bytes) short = [...short].slice(0, -1).join('');
  return short;
}

/** Gives `name`, or `name_2`, `name_3` … where it is taken (without regard to case), and takes it. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique.toLowerCase()); n++)
    unique = `${shorten(name, MAX_NAME_BYTES - String(n).length - 1)}_${n}`;
  taken.add(unique.toLowerCase());
  return unique;
}

/** Whether a name that a user asks for can be a table's: what `identifier` itself would give, in any case. */
export function isTableName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}
