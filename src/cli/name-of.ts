import { StartError } from '#src/start-error.ts';

/** Characters of a name at the most, as the API takes them. */
const LONGEST = 100;

/** The name of something that is made, without white space around it; fails with a `StartError`. */
export function nameOf(what: string, text: string): string {
  const name = text.trim();
  if (name.length > 0 && name.length <= LONGEST) return name;
  throw new StartError(`Give the ${what} a name of 1 to ${LONGEST} characters.`);
}
