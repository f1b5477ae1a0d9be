import { escaped } from '#src/language/unspaced.ts';
import { onceOf } from '#src/read/once-of.ts';
import { placeOf } from '#src/texts/places.ts';
import { formsOf, partsOf } from '#src/texts/template.ts';

/** The text found in each place of a template. */
export type Found = ReadonlyMap<string, string>;

interface Form {
  readonly template: string;
  /** The source of its regular expression. */
  readonly source: string;
  readonly places: readonly string[];
  /** The texts between the places, in their order. */
  readonly literals: readonly string[];
  /** Characters of literal text: the more, the less likely a text matches by chance. */
  readonly literalLength: number;
}

function formOf(template: string, written: string): Form {
  const places: string[] = [];
  const literals: string[] = [];
  const source = partsOf(written)
    .map((part) => {
      if (part.kind === 'text') {
        literals.push(part.text);
        return escaped(part.text);
      }
      places.push(part.name);
      return `(${placeOf(part.name).pattern})`;
    })
    .join('');
  const literalLength = literals.reduce((sum, text) => sum + text.trim().length, 0);
  return { template, source, places, literals, literalLength };
}

/** Made when a text first needs it: few of hundreds are used. */
const patternOf = onceOf(({ source }: Form) => new RegExp(`^${source}$`, 'su'));

/** Whether a text has all literals in their order. Cheap, and most forms fail it; patterns of several places backtrack. */
function hasLiterals(text: string, literals: readonly string[]): boolean {
  let at = 0;
  return literals.every((literal) => {
    const found = text.indexOf(literal, at);
    at = found + literal.length;
    return found >= 0;
  });
}

/**
 * Reads English sentences back into their templates and the texts of their places. The template with the most literal
 * text wins, so a sentence is read as the closest form.
 */
export class Forms {
  readonly #forms: readonly Form[];

  constructor(templates: Iterable<string>) {
    this.#forms = [...templates]
      .flatMap((template) => formsOf(template).map((written) => formOf(template, written)))
      .filter(({ literalLength }) => literalLength > 0)
      .toSorted((a, b) => b.literalLength - a.literalLength || b.places.length - a.places.length);
  }

  read(text: string): { readonly template: string; readonly found: Found } | null {
    for (const form of this.#forms) {
      const { template, places, literals } = form;
      const match = hasLiterals(text, literals) && patternOf(form).exec(text);
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
