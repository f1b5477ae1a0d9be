/** A name between backticks. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** A text as a literal, for a session without NO_BACKSLASH_ESCAPES. */
export const quoteText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
