/** A part of a template: literal text, a place, or a choice by a number. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'place'; readonly name: string }
  | {
      readonly kind: 'plural';
      readonly name: string;
      readonly forms: ReadonlyMap<string, readonly Part[]>;
    };

const parsed = new Map<string, readonly Part[]>();

/** The parts of a template, parsed once; throws a `SyntaxError` for unbalanced braces. */
export function partsOf(template: string): readonly Part[] {
  const known = parsed.get(template);
  if (known) return known;
  const { parts, end } = read(template, 0);
  if (end !== template.length) throw new SyntaxError(`a "}" too many: ${template}`);
  parsed.set(template, parts);
  return parts;
}

const PLURAL = /\{(\w+), plural, /y;
const PLACE = /\{(\w+)\}/y;
const FORM = /\s*(\w+) \{/y;

function read(template: string, from: number): { readonly parts: Part[]; readonly end: number } {
  const parts: Part[] = [];
  let at = from;
  while (at < template.length && template[at] !== '}') {
    const place = match(PLACE, template, at);
    const plural = match(PLURAL, template, at);
    if (place) {
      parts.push({ kind: 'place', name: place[1]! });
      at += place[0].length;
    } else if (plural) {
      const { forms, end } = readForms(template, at + plural[0].length);
      parts.push({ kind: 'plural', name: plural[1]!, forms });
      at = end;
    } else {
      const next = /[{}]/.exec(template.slice(at + 1));
      const end = next ? at + 1 + next.index : template.length;
      const text = template.slice(at, end);
      if (text.startsWith('{')) throw new SyntaxError(`not a place: ${template}`);
      parts.push({ kind: 'text', text });
      at = end;
    }
  }
  return { parts, end: at };
}

function readForms(template: string, from: number) {
  const forms = new Map<string, readonly Part[]>();
  let at = from;
  for (let form = match(FORM, template, at); form; form = match(FORM, template, at)) {
    const { parts, end } = read(template, at + form[0].length);
    forms.set(form[1]!, parts);
    at = end + 1;
  }
  if (!forms.has('other') || template[at] !== '}')
    throw new SyntaxError(`no form "other": ${template}`);
  return { forms, end: at + 1 };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The names of the places of a template in order, with repetitions. */
export function placesOf(template: string): readonly string[] {
  const names = (parts: readonly Part[]): readonly string[] =>
    parts.flatMap((part) =>
      part.kind === 'place'
        ? part.name
        : part.kind === 'plural'
          ? [...part.forms.values()].flatMap(names)
          : [],
    );
  return names(partsOf(template));
}

/** The variants of a template, one for each plural form it has; one if it has none. */
export function formsOf(template: string): readonly string[] {
  const forms = partsOf(template).flatMap((part) =>
    part.kind === 'plural' ? [...part.forms.keys()] : [],
  );
  return [...new Set((forms.length > 0 ? forms : ['other']).map((form) => inForm(template, form)))];
}

/** A template as it is for one plural form, without a choice. */
export function inForm(template: string, form: string): string {
  const written = (parts: readonly Part[]): string =>
    parts
      .map((part) =>
        part.kind === 'text'
          ? part.text
          : part.kind === 'place'
            ? `{${part.name}}`
            : written(part.forms.get(form) ?? part.forms.get('other')!),
      )
      .join('');
  return written(partsOf(template));
}

/** The place whose number a template chooses by; null if it doesn't. */
export const pluralPlaceOf = (template: string): string | null =>
  partsOf(template).find((part) => part.kind === 'plural')?.name ?? null;
