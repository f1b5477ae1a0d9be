import { z } from 'zod';
import { shownColumns, shownSamples } from '#src/catalog/enrichment/prompt.ts';
import type { TableDraft } from '#src/catalog/enrichment/types.ts';
import { objectsIn, withoutThoughts } from '#src/objects-in-text.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

/** Characters of a description, and synonyms of one thing, that are kept at the most. */
const DESCRIPTION_CHARS = 200;
const SYNONYMS = 3;
/** Up to four words of letters and digits. */
const SYNONYM = /^(?=.{2,40}$)[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+){0,3}$/u;

const said = {
  name: z.string(),
  description: z.string().nullish().catch(null),
  synonyms: z.array(z.unknown()).nullish().catch(null),
};
const replySchema = z.object({
  tables: z.array(
    z.object({ ...said, columns: z.array(z.object(said).nullable().catch(null)).catch([]) }),
  ),
});
type Said = z.output<z.ZodObject<typeof said>>;

/**
 * What a reply says of the tables that were asked for, by their names; null where it is in another form. What it says
 * of others is passed over, and so is every text that repeats a sample: descriptions are seen under row filters too.
 */
export function readDrafts(
  reply: string,
  tables: readonly CatalogTable[],
): ReadonlyMap<string, TableDraft> | null {
  const replies = objectsIn(withoutThoughts(reply)).flatMap(({ value, isCut }) => {
    const parsed = isCut ? null : replySchema.safeParse(value);
    return parsed?.success ? [parsed.data] : [];
  });
  const last = replies.at(-1);
  if (!last) return null;
  const drafts = new Map<string, TableDraft>();
  for (const one of last.tables) {
    const table = tables.find(({ name }) => same(name, one.name));
    if (!table || drafts.has(table.name)) continue;
    const samples = shownColumns(table).flatMap(shownSamples).map(folded);
    const columns = shownColumns(table).flatMap(({ name }) => {
      const found = one.columns.find((column) => column !== null && same(column.name, name));
      return found ? [{ name, ...kept(found, samples) }] : [];
    });
    drafts.set(table.name, { ...kept(one, samples), columns });
  }
  return drafts;
}

function kept({ description, synonyms }: Said, samples: readonly string[]) {
  const clean = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').trim();
  const tells = (text: string) => samples.some((sample) => folded(text).includes(sample));
  const text = clean(description ?? '');
  const words = (synonyms ?? [])
    .slice(0, 20)
    .flatMap((one) => (typeof one === 'string' ? [clean(one).toLowerCase()] : []))
    .filter((one) => SYNONYM.test(one) && !tells(one));
  const fits = text !== '' && text.length <= DESCRIPTION_CHARS && !/[<>{}`]/.test(text);
  return {
    description: fits && !tells(text) ? text : null,
    synonyms: [...new Set(words)].slice(0, SYNONYMS),
  };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Words between single spaces, so that one text is found in another only by whole words. */
const folded = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
