import { wordsOf } from '#src/catalog/name-keys.ts';
import type { AskedWords, NamedColumn } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { isSame, type Statement } from '#src/check/owed/statement.ts';

/** A reference, and the words that tell it from the other references of its table: `sender` of `sender_id`. */
interface Role {
  readonly named: NamedColumn;
  readonly words: readonly string[];
}

/** "Parcels sent by clients in food": of two references of a table, the one that a word of the question speaks of. */
export const rolesOwed: ReadObligations = (asked) => {
  const roles = rolesOf(asked);
  const said = roles.flatMap((role) => {
    const at = wordOf(role, asked);
    return at === null ? [] : [{ role, at }];
  });
  return said.map(({ role, at }): Obligation => {
    const words = asked.text(at, at + 1);
    const others = roles.filter(
      (other) =>
        other.named.table === role.named.table &&
        other !== role &&
        targetOf(other, asked) === targetOf(role, asked) &&
        !said.some((one) => one.role === other),
    );
    return {
      kind: 'role',
      words,
      unmetBy: (statement) => {
        const { table, column } = role.named;
        if (statement.reads(table.name, column.name)) return null;
        const taken = others.find(({ named }) => isJoined(named, statement));
        return taken
          ? `The question says "${words}", but the SQL uses ${taken.named.column.label}.`
          : null;
      },
    };
  });
};

/** References that are called otherwise than the rows they point to. */
function rolesOf({ catalog, words: language }: AskedWords): readonly Role[] {
  const names = new Set(
    catalog.tables.flatMap(({ label, synonyms }) => [label, ...synonyms].flatMap(wordsOf)),
  );
  return catalog.tables.flatMap((table) =>
    table.columns
      .filter(({ kind, hidden }) => kind === 'identifier' && !hidden)
      .flatMap((column): readonly Role[] => {
        const words = wordsOf(column.label).filter((word) => !language.kinds.has(word));
        const own = words.filter((word) => !names.has(word) && word.length > 3);
        return own.length > 0 ? [{ named: { table, column }, words: own }] : [];
      }),
  );
}

/** The table that a reference is known to point to. */
const targetOf = ({ named: { table, column } }: Role, { catalog }: AskedWords): string | null =>
  catalog.relationships.find(
    ({ from }) =>
      isSame(from.table, table.name) && from.columns.some((name) => isSame(name, column.name)),
  )?.to.table ?? null;

const wordOf = ({ words }: Role, { tokens, words: language }: AskedWords): number | null => {
  const at = tokens.findIndex(
    ({ kind, lower }) => kind === 'word' && words.every((word) => language.isRole(lower, word)),
  );
  return at < 0 ? null : at;
};

/** Whether rows are joined, or looked for, by a reference. */
const isJoined = ({ table, column }: NamedColumn, { facts, blocks }: Statement): boolean => {
  const isOwn = (one: { readonly table: string; readonly column: string }) =>
    isSame(one.table, table.name) && isSame(one.column, column.name);
  return (
    facts.columns.some(isOwn) &&
    blocks.some(
      ({ joins, subqueries }) =>
        subqueries.length > 0 ||
        joins.some(({ equalities }) =>
          equalities.some(({ left, right }) => isOwn(left) || isOwn(right)),
        ),
    )
  );
};
