import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Language } from '#src/language/language.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ValueOption } from '#src/read/ask.ts';

/** Values that a question says otherwise than the data writes them. */
export interface ValueForms {
  /** Columns that keep several names in one text, one of which this is: `Mexico`, of `Puebla, Mexico`. */
  parts(text: string): readonly ValueForm[];
  /** Values that say how rows are, and that a word is derived from: `cancelled`, of a status `Cancel`. */
  akin(word: string): readonly ValueForm[];
}

/** What a text may be taken for, and a value of the data that shows it. */
interface ValueForm {
  readonly option: ValueOption;
  readonly shownBy: string;
}

/** Of a part of a value, and of a word that a value is only derived from. */
const PART_COST = 0.2;
const AKIN_COST = 0.3;
/** Words of the longest part. */
const LONGEST_PART = 4;

export function valueFormsOf({ tables }: Catalog, language: Language): ValueForms {
  const { stem, isAgent } = language.names;
  const { states, actions, begun } = language.stateNames;
  const parts = new Map<string, ValueForm[]>();
  const akin = new Map<string, ValueForm[]>();
  const add = (map: Map<string, ValueForm[]>, key: string, form: ValueForm) => {
    const known = map.get(key) ?? [];
    const { table, column } = form.option;
    if (!known.some(({ option }) => option.table === table && option.column === column))
      map.set(key, [...known, form]);
  };
  for (const { name: table, columns } of tables)
    for (const column of columns) {
      const texts = textsOf(column);
      const separators = separatorsOf(texts);
      if (separators.length > 0)
        for (const text of texts)
          for (const part of partsOf(text))
            add(parts, part.toLowerCase(), {
              option: { table, column: column.name, texts: [part], cost: PART_COST, separators },
              shownBy: text,
            });
      const words = wordsOf(column.label);
      const tells = (names: { has(word: string): boolean }) => words.some((one) => names.has(one));
      if (column.profile && column.profile.distinctCount > texts.length) continue;
      for (const text of texts)
        if (
          /^\p{L}{4,}$/u.test(text) &&
          !begun.has(text.toLowerCase()) &&
          (tells(states) || (tells(actions) && isAgent(text)))
        )
          add(akin, stem(text.toLowerCase()), {
            option: { table, column: column.name, texts: [text], cost: AKIN_COST },
            shownBy: text,
          });
    }
  return {
    parts: (text) => parts.get(text.toLowerCase()) ?? [],
    akin: (word) => akin.get(stem(word)) ?? [],
  };
}

const textsOf = ({ type, hidden, sensitive, profile }: CatalogColumn): readonly string[] =>
  type !== 'text' || hidden || sensitive
    ? []
    : (profile?.samples ?? []).filter((one) => typeof one === 'string');

const COMMA = /\s*,\s*/;

const partsOf = (text: string): readonly string[] => {
  const parts = text.split(COMMA);
  return parts.length > 1 ? parts.filter((part) => isPart(part)) : [];
};

const isPart = (part: string): boolean =>
  /^\p{Lu}/u.test(part) && part.split(/\s+/).length <= LONGEST_PART;

/** How the parts of most texts of a column are put together; none, where they have no parts. */
function separatorsOf(texts: readonly string[]): readonly string[] {
  const parted = texts.filter((text) => partsOf(text).length > 1);
  if (parted.length * 2 < texts.length) return [];
  return [...new Set(parted.flatMap((text) => text.match(/\s*,\s*/g) ?? []))];
}
