import { readable, tableOf } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { aggregatesOf, unrepeatedGrains } from '#src/check/fan-out.ts';
import { baseWords, countsThing, namesThing } from '#src/check/things.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ExprNode, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { countsRows, soleAggregate } from '#src/sql/nodes.ts';

const NAME = 'counted_rows';

/** A COUNT(*) that is named for one table and counts the rows of another. */
export interface WrongCount {
  readonly alias: string;
  readonly table: string;
  /** The single column that tells its rows apart; null where none is known. */
  readonly key: string | null;
}

/** Whether COUNT(*) over joined tables counts what its result column is named for. */
export function checkCountedRows(facts: QueryFacts, catalog: Catalog, asked: Asked): Check {
  const [wrong] = wrongCounts(facts, catalog, asked);
  if (wrong)
    return {
      name: NAME,
      outcome: 'failed',
      detail: `The SQL counts joined rows, but several of them can match one row of ${readable(wrong.table)}.`,
    };
  const counts = rowBlocks(facts.root).some(
    (block) => block.joins.length > 0 && aggregatesOf(block).some(({ arg }) => !arg),
  );
  return counts
    ? { name: NAME, outcome: 'passed', detail: 'The SQL counts the rows that the question names.' }
    : { name: NAME, outcome: 'skipped', detail: 'No joined rows are counted.' };
}

const isRowCount = (node: ExprNode) => {
  const count = soleAggregate(node);
  return count !== null && count.filter === null && countsRows(count);
};

export function wrongCounts(
  facts: QueryFacts,
  catalog: Catalog,
  asked: Asked,
): readonly WrongCount[] {
  return rowBlocks(facts.root).flatMap((block) =>
    block.outputs
      .filter(({ node }) => isRowCount(node))
      .flatMap(({ name, aggregates }) => wrongCount(name, aggregates[0]!, block, catalog, asked)),
  );
}

function wrongCount(
  name: string,
  aggregate: SelectFacts['outputs'][number]['aggregates'][number],
  block: SelectFacts,
  catalog: Catalog,
  { question }: Asked,
): readonly WrongCount[] {
  const silent = new Set(
    block.joins.filter(({ type }) => type === 'semi' || type === 'anti').map(({ alias }) => alias),
  );
  const inPlay = block.sources.filter(({ alias }) => !silent.has(alias));
  if (inPlay.length < 2) return [];
  const labelled = inPlay.flatMap(({ alias, table }) => {
    const found = table === null ? null : tableOf(catalog, table);
    return found ? [{ alias, found }] : [];
  });
  const named =
    labelled.find(({ found }) => namesThing(name, found.label)) ??
    (/^(n|cnt|count|total|number|num|count\(\*\)|count_star\(\))$/i.test(name)
      ? (countedBy(question, labelled) ??
        labelled.find(({ found }) => namesThing(question, found.label)))
      : undefined);
  if (!named) return [];
  const grains = unrepeatedGrains(aggregate, block, catalog);
  if (grains.length === 0 || grains.includes(named.alias)) return [];
  const { primaryKey, name: table } = named.found;
  const key = primaryKey?.length === 1 ? primaryKey[0]! : null;
  return [{ alias: named.alias, table, key }];
}

/** `number of order lines` are no orders: the longest name is meant. */
const countedBy = <T extends { readonly found: { readonly label: string } }>(
  question: string,
  labelled: readonly T[],
): T | undefined =>
  labelled
    .filter(({ found }) => countsThing(question, found.label))
    .toSorted((a, b) => baseWords(b.found.label).length - baseWords(a.found.label).length)[0];
