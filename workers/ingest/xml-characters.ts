const REFERENCE = /&#(?:x([\da-f]{1,60})|(\d{1,60}));/gi;
const LAST_OF_TWO_BYTES = 0xffff;

/** The number that a match of `REFERENCE` names. */
const numberOf = (hex: string | undefined, decimal: string | undefined) =>
  hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);

/** Whether XML 1.0 has the character (production Char). */
export const isXmlCharacter = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code < 0xd800) ||
  (code >= 0xe000 && code < 0xfffe) ||
  (code > LAST_OF_TWO_BYTES && code <= 0x10ffff);

/** XML with the characters beyond two bytes written as themselves. */
export const withWideCharacters = (xml: string): string =>
  xml.replace(REFERENCE, (reference, hex?: string, decimal?: string) => {
    const code = numberOf(hex, decimal);
    return code > LAST_OF_TWO_BYTES && isXmlCharacter(code)
      ? String.fromCodePoint(code)
      : reference;
  });
