import type { Language } from '#src/language/language.ts';
import type { PhraseRow } from '#src/language/tables.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';

/** What kind of word is passed over, or is missing: what it costs. */
export type WordClass =
  | 'mark'
  | 'link'
  | 'asking'
  | 'verb'
  | 'unknown'
  /** Part of a name, or another word for one. */
  | 'hinted'
  | 'named'
  | 'operator';

const COSTS: Readonly<Record<WordClass, number>> = {
  mark: 0,
  link: 0.03,
  asking: 0.03,
  verb: 0.15,
  unknown: 0.45,
  hinted: 0.5,
  named: 0.9,
  operator: 1.1,
};

export const costOfClass = (of: WordClass): number => COSTS[of];

/** Words that bound, compare, rank, deny, count or group: what a phrase of these tables is told by, not what is between. */
const operators = onceOf((language: Language): ReadonlySet<string> => {
  const { functionWords, grouping } = language;
  const tables: readonly (readonly PhraseRow<unknown>[])[] = [
    ...[language.comparators, language.boundsAfter, language.aggregates, language.rankings],
    ...[language.frequent, language.negations],
  ];
  const made = new Set([
    ...tables.flatMap((rows) => rows.flatMap(({ phrase }) => phrase)),
    ...grouping.flatMap(({ phrase }) => (phrase.length === 1 ? phrase : [])),
    ...[functionWords.operating, functionWords.common, functionWords.telling].flatMap((own) => [
      ...own,
    ]),
    ...[language.distinct, functionWords.counting].flatMap((own) => [...own]),
  ]);
  for (const word of language.between.glue) made.delete(word);
  for (const word of [...functionWords.articles, ...functionWords.links])
    if (!(functionWords.common.has(word) || functionWords.operating.has(word))) made.delete(word);
  // What a list goes on with is no word to pass over.
  for (const word of functionWords.common) if (language.between.lists.has(word)) made.add(word);
  return made;
});

const isOperator = (word: string, language: Language): boolean => operators(language).has(word);

/** The class of a word of a lesson. */
export function classOfWord(word: string, language: Language): WordClass {
  const { functionWords } = language;
  if (/^\W$/.test(word)) return 'mark';
  if (isOperator(word, language)) return 'operator';
  if (functionWords.articles.has(word) || functionWords.links.has(word)) return 'link';
  if (functionWords.asking.has(word)) return 'asking';
  return language.verbs.isVerbForm(word) === true ? 'verb' : 'unknown';
}

/** The class of each token of a question. */
export function classesOf(question: Question): readonly WordClass[] {
  const named = new Array<'named' | 'hinted' | undefined>(question.length);
  for (let at = 0; at < question.length; at++) {
    const refs = question.refs(at).map(({ to, options }) => ({
      to,
      isSure: options.some(({ evidence, cost }) => evidence === 'name' && cost < 0.3),
    }));
    const values = question.valueRefs(at).map(({ to }) => ({ to, isSure: true }));
    // A part of a longer name is that name.
    for (const { to, isSure } of [...refs, ...values])
      for (let next = at; next < to; next++)
        if (next === at || !question.isFunctionWord(next))
          named[next] = isSure || named[next] === 'named' ? 'named' : 'hinted';
  }
  return question.tokens.map((token, at): WordClass => {
    if (question.isPunctuation(at)) return 'mark';
    if (token.kind === 'number' || token.kind === 'quoted') return 'operator';
    if (isOperator(token.lower, question.language)) return 'operator';
    if (question.isFunctionWord(at)) return 'link';
    if (question.isAsking(at)) return 'asking';
    const sense = named[at];
    if (sense === 'named' || (token.capital && at > 0)) return 'named';
    const isRelated = question
      .refs(at)
      .every(({ options }) => options.every(({ evidence }) => evidence === 'related'));
    if (isRelated && question.language.verbs.isVerbForm(token.lower)) return 'verb';
    return question.isVerb(at) ? 'verb' : (sense ?? 'unknown');
  });
}
