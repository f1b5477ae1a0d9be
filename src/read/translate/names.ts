import { isUnitWord } from '#src/catalog/measure-traits.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Translation } from '#src/language/translation.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Dictionary } from '#src/read/translate/dictionary.ts';

export interface Named {
  readonly label: string;
  readonly rows: boolean;
  readonly columns: readonly CatalogColumn[];
}

/** The names of a catalog, by their words in its own language and in English. */
export class Names {
  private readonly whole = new Map<string, Named>();
  private readonly parts = new Map<string, Named>();
  private readonly heads = new Map<string, Named[]>();
  private readonly english = new Map<string, Named>();
  private readonly englishHeads = new Map<string, Named[]>();
  /** By the closest English word for a name of one noun: `Käufer` of a table `kunden`. */
  private readonly weak = new Map<string, Named[]>();
  private readonly stems = new Set<string>();
  private readonly own: Translation;
  private readonly dictionary: Dictionary;

  constructor({ tables, meaning }: Catalog, own: Translation, dictionary: Dictionary) {
    this.own = own;
    this.dictionary = dictionary;
    for (const stems of dictionary.nouns.keys()) if (!stems.includes(' ')) this.stems.add(stems);
    const labels = tables.flatMap(({ label, columns }) => [
      label,
      ...columns.filter(({ hidden }) => !hidden).map((column) => column.label),
    ]);
    // Short names make a word come apart anywhere.
    for (const label of labels)
      for (const word of label.split(' ')) if (word.length > 3) this.stems.add(own.stem(word));
    for (const { name, synonyms } of meaning?.metrics ?? [])
      this.add([name, ...synonyms], [], { label: name, rows: false, columns: [] });
    for (const table of tables) {
      const name = { label: table.label, rows: true, columns: [] };
      this.add([table.label, ...table.synonyms], [], name);
      for (const column of table.columns)
        if (!column.hidden)
          this.add(
            [column.label, ...withoutUnit(column), ...column.synonyms],
            wordsOf(table.label),
            {
              ...{ label: column.label, rows: false, columns: [column] },
            },
          );
    }
  }

  private add(labels: readonly string[], table: readonly string[], named: Named): void {
    const put = (map: Map<string, Named>, key: string, one: Named) => {
      const known = map.get(key);
      if (!known) map.set(key, one);
      else if (known.label === one.label)
        map.set(key, {
          ...known,
          rows: known.rows || one.rows,
          columns: [...known.columns, ...one.columns],
        });
    };
    const more = (map: Map<string, Named[]>, key: string) =>
      map.set(key, [...(map.get(key) ?? []), named]);
    for (const label of labels) {
      put(this.whole, this.own.stem(label.replaceAll(' ', '')), named);
      const parts = label.split(' ').flatMap((word) => this.split(word) ?? [this.own.stem(word)]);
      put(this.parts, bag(parts), named);
      if (parts.length > 1) more(this.heads, parts.at(-1)!);
      const [closest] = parts.length === 1 ? (this.dictionary.nouns.get(parts[0]!) ?? []) : [];
      if (closest) more(this.weak, closest);
      const words = wordsOf(label);
      put(this.english, bag(words), named);
      if (table.length > 0)
        put(this.english, bag([...table, ...words]), {
          ...named,
          label: [...table, label].join(' '),
        });
      if (words.length > 1) more(this.englishHeads, words.at(-1)!);
    }
  }

  /** The stems of the parts of a compound; null where it is none, or longer than words are. */
  split(word: string): readonly string[] | null {
    if (word.length > LONGEST_COMPOUND) return null;
    const { plain, stem, linking } = this.own;
    const text = plain(word);
    if (this.dictionary.nouns.has(stem(text))) return [stem(text)];
    let best: readonly string[] | null = null;
    for (let at = text.length - 3; at >= 3; at--) {
      const first = text.slice(0, at);
      const known = linking
        .filter((link) => first.endsWith(link) && first.length - link.length >= 3)
        .map((link) => stem(first.slice(0, first.length - link.length)))
        .find((one) => this.stems.has(one));
      if (known === undefined) continue;
      const rest = this.split(text.slice(at));
      if (rest && (best === null || rest.length + 1 < best.length)) best = [known, ...rest];
    }
    return best ?? (this.stems.has(stem(text)) ? [stem(text)] : null);
  }

  /** What words name in the catalog, as they stand. */
  called(words: readonly string[]): Named | null {
    const joined = words.join('');
    const whole = this.whole.get(this.own.stem(joined));
    if (whole) return whole;
    return this.parts.get(bag(this.partsOf(words))) ?? null;
  }

  private partsOf(words: readonly string[]): readonly string[] {
    return words
      .filter((word) => !this.own.links.has(this.own.plain(word)))
      .flatMap((word) => this.split(word) ?? [this.own.stem(word)]);
  }

  /** What words name in English, or one as the end of a longer name. */
  translated(said: readonly string[]): Named | null {
    const parts = this.partsOf(said);
    const alternatives = this.meanings(parts);
    const english = product(alternatives)
      .slice(0, 64)
      .map((one) => one.flatMap((text) => text.split('_')).flatMap(wordsOf));
    for (const words of english) {
      const named = this.english.get(bag(words));
      if (named) return named;
    }
    if (alternatives.length > 1 || said.length > 1) return null;
    const heads = this.heads.get(parts[0]!) ?? [];
    if (heads.length > 0) return oneOf(heads);
    const [closest] = alternatives[0] ?? [];
    const weak = closest ? this.weak.get(closest) : undefined;
    if (weak) return oneOf(weak);
    for (const words of english) {
      const found = words.length === 1 ? this.englishHeads.get(words[0]!) : undefined;
      if (found) return oneOf(found);
    }
    return null;
  }

  /** The English words for parts of a name, the longest nouns first; none where one of them has none. */
  private meanings(parts: readonly string[]): readonly (readonly string[])[] {
    const found: (readonly string[])[] = [];
    for (let at = 0; at < parts.length; ) {
      const length = [3, 2, 1].find(
        (one) =>
          at + one <= parts.length &&
          this.dictionary.nouns.has(parts.slice(at, at + one).join(' ')),
      );
      found.push(this.dictionary.nouns.get(parts.slice(at, at + (length ?? 1)).join(' ')) ?? []);
      at += length ?? 1;
    }
    return found;
  }
}

/** `charge`, of `charge eur`. */
function withoutUnit({ label, kind }: CatalogColumn): readonly string[] {
  const said = label.split(' ');
  const last = kind === 'measure' ? said.findLastIndex((word) => !isUnitWord(word)) : -1;
  return last >= 0 && last < said.length - 1 ? [said.slice(0, last + 1).join(' ')] : [];
}

/** The name that several columns share; null where they are called otherwise. */
function oneOf(all: readonly Named[]): Named | null {
  const [first] = all;
  return all.every(({ label }) => label === first!.label)
    ? { ...first!, columns: all.flatMap(({ columns }) => columns) }
    : null;
}

/** Letters of the longest words of official German are 60 to 80; each place of one is tried. */
const LONGEST_COMPOUND = 80;

const bag = (words: readonly string[]): string => [...words].sort().join(' ');

const product = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  lists.reduce<readonly (readonly string[])[]>(
    (all, list) => all.flatMap((one) => list.map((next) => [...one, next])),
    [[]],
  );
