import type { Path } from '#src/planner/joins.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';
import type { Reading } from '#src/read/reading.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * A schema in which the verbs of a reading tell which of several ways between two tables is meant: `students who
 * attended courses` are tied by attendance, `routes that end at an airport` by their destination.
 */
export function guidedBy({ passed, verbs }: Reading, question: Question, schema: Schema): Schema {
  const words = [...passed, ...verbs].flatMap((at) => roleWordsOf(at, question));
  if (words.length === 0) return schema;
  const own = schemasOf(question);
  const key = words.join(' ');
  const known = own.get(key);
  if (known) return known;
  const { isAkin } = question.language.names;
  const isWanted = (label: string): boolean =>
    partsOf(label).some((part) => words.some((word) => isAkin(part, word)));
  const labelOf = (table: string, column: string): string =>
    schema.tables.get(table)?.columns.find(({ name }) => name === column)?.label ?? column;
  const favours = (path: Path): number => {
    const tables = path.slice(0, -1).map(({ to }) => schema.tables.get(to)?.label ?? to);
    const columns = path.flatMap(({ from, to, pairs }) =>
      pairs.flatMap(([here, there]) => [labelOf(from, here), labelOf(to, there)]),
    );
    return [...tables, ...columns].filter(isWanted).length;
  };
  const made = { ...schema, graph: schema.graph.guided(favours) };
  own.set(key, made);
  return made;
}

/** By question and verbs: the paths that were found in a schema are kept there. */
const schemasOf = onceOf((_question: Question) => new Map<string, Schema>());

const roleWordsOf = (at: number, question: Question): readonly string[] => {
  const word = question.word(at);
  const { roleWords, verbs } = question.language;
  return [word, ...(roleWords.get(word) ?? []), ...verbs.agents(word)];
};

const partsOf = (label: string): readonly string[] => label.toLowerCase().split(/[^\p{L}]+/u);
