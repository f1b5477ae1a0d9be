declare module 'wink-lemmatizer' {
  const lemmatizer: {
    noun(word: string): string;
    verb(word: string): string;
    adjective(word: string): string;
  };
  export = lemmatizer;
}

declare module 'wink-lexicon/src/wn-words.js' {
  /** The words of WordNet. */
  const words: object;
  export = words;
}

declare module 'wink-lexicon/src/lexicon.js' {
  /** Common words with their parts of speech. */
  const words: object;
  export = words;
}
