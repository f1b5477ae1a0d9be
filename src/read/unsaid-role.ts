import { wordsOf } from '#src/catalog/name-keys.ts';
import { blocksIn, columnBehind, tablesOfBlocks } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';
import { referringTies } from '#src/read/licensed.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';
import { saysWord } from '#src/read/says-word.ts';

/** A reference that says what the one is to the other. */
interface Role {
  readonly column: string;
  /** The rows that refer by it, and those that are referred to. */
  readonly from: string;
  readonly to: string;
  /** `substitute trainer`: what only some rows have. */
  readonly hasGaps: boolean;
}

/**
 * `Films with Rex Calder`, of which a query tells those that he directed, where roles tie films and people, too: what the
 * one is to the other is not said, and the data tells it in several ways. The reference that the query takes, or null.
 */
export const unsaidRole: Finds<Role> = (question, query, schema) =>
  unsaidRoles(question, query, schema).find(({ from, to, hasGaps }) =>
    hasOtherWay(from, to, hasGaps, schema),
  ) ?? null;

/** `Which member has the most games`, counted by their winner: how rows belong together where no word says it, told. */
export const toldRoles = (
  question: Question,
  query: SelectQuery,
  schema: Schema,
): readonly string[] => {
  const labelOf = (name: string) => schema.tables.get(name)!.label;
  const told = unsaidRoles(question, query, schema).map(
    ({ from, to, column }) =>
      `Rows of ${labelOf(from)} and ${labelOf(to)} are related by ${column}.`,
  );
  return [...new Set(told)];
};

/** The references that tie rows of a query to those of other tables, each with the words of its role. */
function tiesOf(query: SelectQuery, schema: Schema) {
  const blocks = blocksIn(query);
  const sources = tablesOfBlocks(blocks);
  return referringTies(blocks, schema).flatMap((tie) => {
    const own = columnBehind(tie.from, sources, schema.tables);
    const other = columnBehind(tie.to, sources, schema.tables);
    return own && other ? [{ own, other, role: roleOf(own.column, own.table, other) }] : [];
  });
}

/** The roles that tie rows of a query, of which its question says nothing. */
const unsaidRoles = (question: Question, query: SelectQuery, schema: Schema): readonly Role[] =>
  tiesOf(query, schema).flatMap(({ own, other, role }) =>
    own.table !== other.table && role.length > 0 && !isSaid(role, question)
      ? [
          {
            column: own.column.label,
            from: own.table.name,
            to: other.table.name,
            hasGaps: hasGaps(own.column),
          },
        ]
      : [],
  );

const isSaid = (role: readonly string[], question: Question): boolean =>
  role.some((word) => question.tokens.some((token) => saysWord(token, word, question)));

/** The words of a reference that say more than that it refers, and to what. */
function roleOf(
  { label }: CatalogColumn,
  own: CatalogTable,
  { table, column }: { readonly table: CatalogTable; readonly column: CatalogColumn },
): readonly string[] {
  const plain = [own, table, column].flatMap((one) => wordsOf(one.label)).concat(PLAIN);
  return wordsOf(label).filter((word) => !plain.some((one) => isShortOf(word, one)));
}

/** `crs` of `courses`, also the word itself. */
function isShortOf(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

const PLAIN = ['id', 'key', 'code', 'number', 'fk', 'of', 'by', 'the'];

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
