/** What a language is called, in English or in another: `fr` → `French`. */
export const languageName = (tag: string, inLanguage = 'en'): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag) ?? tag;
