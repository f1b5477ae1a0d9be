import lemmatizer from 'wink-lemmatizer';

/** A past form: `closed`, `sold`, `sent`. */
export const isPast = (word: string) =>
  /^\p{L}{3,}$/u.test(word) && !/(?:s|ing)$/.test(word) && lemmatizer.verb(word) !== word;
