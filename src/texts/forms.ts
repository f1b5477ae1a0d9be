import { MOMENT } from '#src/texts/periods.ts';
import { formsOf, partsOf } from '#src/texts/template.ts';

/** What stood in the places of a template. */
export type Found = ReadonlyMap<string, string>;

interface Form {
  readonly template: string;
  readonly pattern: RegExp;
  readonly places: readonly string[];
  /** Characters of its own: the more, the less a text can be of this form by chance. */
  readonly literal: number;
}

/** What fills a place runs over no end of a sentence. */
const WITHIN_A_SENTENCE = '(?:(?![.?!] \\p{Lu}).)+?';

/** What may stand in a place, by what its name begins with; a text otherwise. */
const FILLERS: readonly (readonly [RegExp, string])[] = [
  [/^n\d?$/, '-?\\d[\\d,.]*?'],
  [/^amount\d?$/, '[+-]?\\d[\\d,.]*(?: [A-Z]{3}|%)?'],
  [/^day\d?$/, '\\d{4}-\\d\\d-\\d\\d'],
  [/^moment\d?$/, MOMENT],
  [/^when\d?$/, `(?:in|on|from|since|before) ${WITHIN_A_SENTENCE}`],
];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function formOf(template: string, written: string): Form {
  const places: string[] = [];
  let literal = 0;
  const pattern = partsOf(written)
    .map((part) => {
      if (part.kind === 'text') {
        literal += part.text.trim().length;
        return escaped(part.text);
      }
      places.push(part.name);
      return `(${FILLERS.find(([name]) => name.test(part.name))?.[1] ?? WITHIN_A_SENTENCE})`;
    })
    .join('');
  return { template, pattern: new RegExp(`^${pattern}$`, 'su'), places, literal };
}

/**
 * English texts read back into the template that they were made from and what fills it, for texts that come as
 * sentences. The template with the most letters of its own wins, so a text is read as the closest form that there is.
 */
export class Forms {
  readonly #forms: readonly Form[];

  constructor(templates: Iterable<string>) {
    this.#forms = [...templates]
      .flatMap((template) => formsOf(template).map((written) => formOf(template, written)))
      .filter(({ literal }) => literal > 0)
      .toSorted((a, b) => b.literal - a.literal || b.places.length - a.places.length);
  }

  read(text: string): { readonly template: string; readonly found: Found } | null {
    for (const { template, pattern, places } of this.#forms) {
      const match = pattern.exec(text);
      if (!match) continue;
      const found = new Map<string, string>();
      const isSame = places.every((place, at) => {
        const known = found.get(place);
        found.set(place, match[at + 1]!);
        return known === undefined || known === match[at + 1];
      });
      if (isSame) return { template, found };
    }
    return null;
  }
}
