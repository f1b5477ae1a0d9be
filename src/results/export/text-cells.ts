/** Characters that nobody sees: control, format and white space, marks without a letter, fillers and the blank of Braille. */
const UNSEEN = String.raw`[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*`;
/** What begins a formula, also full-width, small, raised and lowered: programs fold these to the plain characters. */
const SIGNS = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]';

/**
 * What makes a spreadsheet take a text for a formula (OWASP, CSV Injection), also behind characters that nobody sees:
 * programs differ in which of them they leave out before they look for a formula.
 */
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${UNSEEN}${SIGNS})`, 'u');

/** A text that no spreadsheet runs: one that would begin a formula gets an apostrophe before it. */
export const neutralised = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
