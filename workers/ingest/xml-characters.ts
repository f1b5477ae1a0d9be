/** Longest reference to a character by its number that is looked for. */
const MAX_REFERENCE = 64;
const REFERENCE = /&#(?:x([\da-f]{1,60})|(\d{1,60}));/gi;
const LAST_OF_TWO_BYTES = 0xffff;

/** The number that a match of `REFERENCE` names. */
const numberOf = (hex: string | undefined, decimal: string | undefined) =>
  hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);

/** Whether XML 1.0 has the character (production Char). */
const isXmlCharacter = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code < 0xd800) ||
  (code >= 0xe000 && code < 0xfffe) ||
  (code > LAST_OF_TWO_BYTES && code <= 0x10ffff);

/** Looks through the bytes of XML parts for references to characters by number that SheetJS misreads. */
export class CharacterReferences {
  /** The first reference to a number that is no character; null: there is none. */
  broken: string | null = null;
  /** References beyond the characters of two bytes, such as emoji. */
  wide = 0;
  #tail = '';

  push(chunk: Buffer): void {
    const text = this.#tail + chunk.toString('latin1');
    for (const [reference, hex, decimal] of text.matchAll(REFERENCE)) {
      const code = numberOf(hex, decimal);
      if (!isXmlCharacter(code)) this.broken ??= reference;
      else if (code > LAST_OF_TWO_BYTES) this.wide++;
    }
    const open = text.lastIndexOf('&');
    const unfinished = open >= text.length - MAX_REFERENCE && !text.includes(';', open);
    this.#tail = open >= 0 && unfinished ? text.slice(open) : '';
  }

  /** A new part begins. */
  end(): void {
    this.#tail = '';
  }
}

/** XML with the characters beyond two bytes written as themselves. */
export const withWideCharacters = (xml: string): string =>
  xml.replace(REFERENCE, (reference, hex?: string, decimal?: string) => {
    const code = numberOf(hex, decimal);
    return code > LAST_OF_TWO_BYTES && isXmlCharacter(code)
      ? String.fromCodePoint(code)
      : reference;
  });
