import { ANY, FRAGMENT_OPENERS, OTHER, YES_OR_NO } from '#src/language/en/asking.ts';
import { type ReadDoubt, wordsFrom } from '#src/read/asking/doubt.ts';
import type { Question } from '#src/read/question.ts';

/** `Chicago?`, `and the males`: something is named, and nothing is asked of it. */
export const nothingAsked: ReadDoubt = ({ question, catalog, follows }) => {
  const from = follows ? null : fragmentAt(question);
  if (from === null) return null;
  const labels = new Map(catalog.tables.map(({ name, label }) => [name, label]));
  const value = question.valueRefs(from).find(({ to }) => endsAt(question, to));
  if (value) {
    const places = value.options.map(({ table, column, texts }) => ({
      rows: labels.get(table)!,
      column: catalog.tables
        .find(({ name }) => name === table)!
        .columns.find(({ name }) => name === column)!.label,
      text: texts[0]!,
    }));
    const said = places.map(({ rows, column, text }) => `${rows} with ${column} "${text}"`);
    return {
      ask: `What do you want to know about "${value.text}"?`,
      options: [
        ...said.map((label) => ({ label, question: `show ${label}` })),
        ...said.map((label) => ({
          label: `number of ${label}`,
          question: `number of ${label}`,
        })),
      ],
    };
  }
  const name = question.refs(from).find(({ to }) => endsAt(question, to));
  if (!name) return null;
  const columns = name.options.filter(({ kind }) => kind === 'column');
  return {
    ask: `What do you want to know about "${name.text}"?`,
    options: columns.map(({ table }) => ({
      label: `${name.text} of ${labels.get(table)!}`,
      question: `${name.text} of ${labels.get(table)!}`,
    })),
  };
};

/** `are there any boats longer than 8`: which they are, or how many. */
export const anySuch: ReadDoubt = ({ question }) => {
  const opener = YES_OR_NO.find((phrase) => question.starts(0, phrase))?.length ?? 0;
  if (opener === 0 || !question.is(opener, ANY)) return null;
  const at = question.past(opener + 1, OTHER);
  const rows = question.canBe(at, ({ kind }) => kind === 'table');
  if (!rows) return null;
  const said = wordsFrom(question, at);
  return {
    ask: "Yes-or-no questions aren't supported. Do you want the rows or their number?",
    options: ['which', 'how many'].map((word) => ({ label: null, question: `${word} ${said}` })),
  };
};

/** Where what a fragment names begins; null where something else is said before. */
function fragmentAt(question: Question): number | null {
  let at = 0;
  while (question.is(at, FRAGMENT_OPENERS) || question.isArticle(at) || question.isPunctuation(at))
    at++;
  return at < question.length ? at : null;
}

const endsAt = (question: Question, to: number): boolean =>
  question.tokens.slice(to).every((_, index) => question.isPunctuation(to + index));
