import type { ValuesBatch, ValuesRequest } from '#src/plugin-api/data-source.ts';
import { extentOf } from './extent.ts';
import { columnOf, rowsFrom } from './names.ts';
import type { Session } from './session.ts';
import type { MysqlSettings } from './settings.ts';
import { isIndexed, type TableFacts } from './table-facts.ts';

type Values = ValuesBatch['values'];

/**
 * Distinct values of a text column that are not too long, most frequent first. Of a large table those of a sample,
 * with counts scaled up; where the column is indexed, all that its index lists.
 */
export async function valuesOf(
  session: Session,
  request: ValuesRequest,
  facts: TableFacts,
  settings: MysqlSettings,
): Promise<Values> {
  const { physical, column, maxValues, maxLength } = request;
  const extent = await extentOf(session, physical, facts, settings);
  const name = columnOf(column);
  const counted = await session.rows(
    `SELECT CAST(\`r\`.\`v\` AS CHAR), COUNT(*) FROM (${extent.rows(`${name} AS \`v\``)}) AS \`r\`
     WHERE \`r\`.\`v\` IS NOT NULL AND CHAR_LENGTH(\`r\`.\`v\`) <= ${maxLength}
     GROUP BY \`r\`.\`v\` ORDER BY COUNT(*) DESC, \`r\`.\`v\` LIMIT ${maxValues}`,
  );
  if (extent.exact)
    return counted.map(([value, n]) => ({ value: String(value), rowCount: Number(n) }));
  const [[read]] = (await session.rows(
    `SELECT COUNT(*) FROM (${extent.rows('1 AS `one`')}) AS \`r\``,
  )) as [[number]];
  const share = read === 0 ? 1 : extent.rowCount / read;
  const values = new Map(
    counted.map(([value, n]) => [String(value), Math.max(1, Math.round(Number(n) * share))]),
  );
  if (isIndexed(facts, [column])) {
    const listed = await session.rows(
      `SELECT DISTINCT ${name} FROM ${rowsFrom(physical)} WHERE ${name} IS NOT NULL LIMIT ${maxValues}`,
    );
    for (const [value] of listed) {
      const text = String(value);
      if (text.length <= maxLength && values.size < maxValues && !values.has(text))
        values.set(text, 1);
    }
  }
  return [...values].map(([value, rowCount]) => ({ value, rowCount }));
}
