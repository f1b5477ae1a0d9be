import { wordsOf } from '#src/catalog/name-keys.ts';
import { blocksIn, columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Finds } from '#src/read/finds.ts';
import { referringTies } from '#src/read/lost-way.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

/** A reference that says what the one is to the other. */
interface Role {
  readonly column: string;
  /** The rows that refer by it, and those that are referred to. */
  readonly from: string;
  readonly to: string;
}

/**
 * `Films with Rex Calder`, of which a query tells those that he directed, where roles tie films and people, too: what the
 * one is to the other is not said, and the data tells it in several ways. The reference that the query takes, or null.
 */
export const unsaidRole: Finds<Role> = (question, query, schema) => {
  const { tables } = schema;
  const blocks = blocksIn(query);
  const sources = new Map(blocks.flatMap((block) => [...tablesByAlias(block)]));
  const { isAkin } = question.language.names;
  const { areOneVerb } = question.language.verbs;
  const isSaid = (word: string) =>
    question.tokens.some(
      ({ lower, lemma }) => lemma === word || isAkin(lemma, word) || areOneVerb(lower, word),
    );
  for (const tie of referringTies(blocks, schema)) {
    const own = columnBehind(tie.from, sources, tables);
    const other = columnBehind(tie.to, sources, tables);
    if (!own || !other || own.table === other.table) continue;
    const plain = new Set([other.table.label, other.column.label].flatMap(wordsOf).concat(PLAIN));
    const role = wordsOf(own.column.label).filter((word) => !plain.has(word));
    const [from, to] = [own.table.name, other.table.name];
    if (role.length > 0 && !role.some(isSaid) && hasOtherWay(from, to, hasGaps(own.column), schema))
      return { column: own.column.label, from, to };
  }
  return null;
};

const PLAIN = ['id', 'key', 'code', 'number', 'fk', 'of', 'by', 'the'];

/** `substitute trainer`: what only some rows have. */
const hasGaps = ({ profile }: CatalogColumn) => (profile?.nullCount ?? 0) > 0;

/** Whether rows that refer to both tie them as well, or those that the first refer to, where only some of the first refer themselves. */
function hasOtherWay(from: string, to: string, isOfSome: boolean, { references }: Schema): boolean {
  const ends = [...references].map(([one, other]) => ({ from: tableOf(one), to: tableOf(other) }));
  const refers = (one: string, other: string): boolean =>
    ends.some((step) => step.from === one && step.to === other);
  return ends.some(
    (one) =>
      one.to === to &&
      one.from !== from &&
      one.from !== to &&
      (refers(one.from, from) || (isOfSome && refers(from, one.from))),
  );
}
