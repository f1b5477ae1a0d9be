import { SourceError } from 'plumbline/plugin-api';
import { distinctNames, ResultCaps, TimeLimit } from 'plumbline/sql';
import { dialect } from './dialect.js';

const key = (physical) => JSON.stringify([physical.database, physical.table]);
const OPERATORS = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Numbers by size, texts and dates (ISO 8601) by code points; null: one of them is missing. */
function compare(a, b) {
  if (a === null || b === null) return null;
  if (typeof a !== typeof b) throw new SourceError('query', 'These values cannot be compared.');
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A data source over tables in memory. `load(scope, signal)` gives them: an array of
 * `{physical, columns: [{name, type}], rows}`, cells null, numbers, booleans and texts.
 */
export function sourceOver(load) {
  const find = async (scope, physical, signal) => {
    const found = (await load(scope, signal)).find(
      (table) => key(table.physical) === key(physical),
    );
    if (!found) throw new SourceError('changed', `The table "${physical.table}" is gone.`);
    return found;
  };
  const valuesOf = ({ columns, rows }, name) => {
    const at = columns.findIndex((column) => column.name === name);
    return rows.map((row) => row[at]).filter((value) => value !== null);
  };
  const byCount = (values) => {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a);
  };
  const combinations = ({ columns, rows }, names) => {
    const places = names.map((name) => columns.findIndex((column) => column.name === name));
    const held = rows
      .map((row) => places.map((at) => row[at]))
      .filter((cells) => !cells.includes(null));
    return new Set(held.map((cells) => JSON.stringify(cells)));
  };
  return {
    dialect,
    open: async (signal) => signal.throwIfAborted(),
    close: async () => {},

    introspect: async (scope, signal) =>
      (await load(scope, signal)).map(({ physical, columns, rows }) => ({
        physical,
        columns: columns.map(({ name, type }) => ({
          name,
          type,
          nativeType: type,
          nullable: true,
          comment: null,
        })),
        rowCount: rows.length,
        primaryKey: null,
        foreignKeys: [],
        comment: null,
        isView: false,
      })),

    profile: async (scope, requests, signal) => {
      const profiles = [];
      for (const { physical, columns } of requests) {
        const table = await find(scope, physical, signal);
        const measured = new Map();
        for (const { name, sensitive } of columns) {
          if (sensitive) continue;
          const values = valuesOf(table, name);
          const counted = byCount(values);
          const sorted = values.toSorted((a, b) => compare(a, b));
          measured.set(name, {
            distinctCount: counted.length,
            nullCount: table.rows.length - values.length,
            min: sorted.length > 0 ? String(sorted[0]) : null,
            max: sorted.length > 0 ? String(sorted.at(-1)) : null,
            samples: counted.slice(0, 20).map(([value]) => value),
            unique: counted.length === values.length,
          });
        }
        profiles.push({ physical, rowCount: table.rows.length, columns: measured });
      }
      return profiles;
    },

    async *values(scope, requests, signal) {
      for (const { physical, column, maxValues, maxLength } of requests) {
        const short = valuesOf(await find(scope, physical, signal), column).filter(
          (value) => value.length <= maxLength,
        );
        const values = byCount(short)
          .slice(0, maxValues)
          .map(([value, rowCount]) => ({ value, rowCount }));
        yield { physical, column, values };
      }
    },

    containment: async (scope, pairs, signal) => {
      const shares = [];
      for (const { from, to } of pairs) {
        const inner = combinations(await find(scope, from.physical, signal), from.columns);
        const outer = combinations(await find(scope, to.physical, signal), to.columns);
        shares.push(inner.size === 0 ? 0 : inner.intersection(outer).size / inner.size);
      }
      return shares;
    },

    async *query(
      { sql, workspaceId, attachments, columnNames },
      { maxRows, maxBytes, maxRowBytes, timeoutMs, signal },
    ) {
      const began = performance.now();
      // Fails with the `SourceError`s `timeout` and `cancelled`.
      const limit = new TimeLimit({ timeoutMs, signal });
      try {
        limit.throwIfOver();
        const program = JSON.parse(sql);
        const table = await limit.race(
          find({ workspaceId, attachments }, program.physical, limit.signal),
        );
        const names = distinctNames(columnNames ?? program.items.map(({ name }) => name));
        yield {
          kind: 'columns',
          columns: program.items.map(({ type }, at) => ({
            name: names[at],
            type,
            nativeType: type,
          })),
        };
        const caps = new ResultCaps({ maxRows, maxBytes, maxRowBytes });
        const given = [];
        for (const row of run(program, table, () => limit.throwIfOver())) {
          if (!caps.take(Buffer.byteLength(JSON.stringify(row)))) break;
          given.push(row);
        }
        if (given.length > 0) yield { kind: 'rows', rows: given };
        yield {
          kind: 'end',
          truncated: caps.truncated,
          engineMs: performance.now() - began,
          notes: [],
        };
      } finally {
        limit.clear();
      }
    },
  };
}

function run(
  { filters, where, items, keys, grouped, order, distinct, limit },
  { columns, rows },
  check,
) {
  const place = new Map(columns.map(({ name }, at) => [name, at]));
  const cell = (row, column) => row[place.get(column)];
  const holds = (row, { op, args }) => {
    const [left, right] = args.map((arg) => ('column' in arg ? cell(row, arg.column) : arg.value));
    const sides = compare(left, right);
    return sides !== null && OPERATORS[op](sides);
  };
  const kept = rows.filter((row, at) => {
    if (at % 1_000 === 0) check();
    return (
      filters.every((clause) => clause.some(({ column, value }) => cell(row, column) === value)) &&
      where.every((condition) => holds(row, condition))
    );
  });
  const groups = new Map();
  if (!grouped) for (const row of kept) groups.set(groups.size, [row]);
  else if (keys.length === 0) groups.set('', kept);
  else
    for (const row of kept) {
      const group = JSON.stringify(keys.map((name) => cell(row, name)));
      groups.set(group, [...(groups.get(group) ?? []), row]);
    }
  let result = [...groups.values()].map((group) =>
    items.map((item) => computed(item, group, cell)),
  );
  if (distinct) result = [...new Map(result.map((row) => [JSON.stringify(row), row])).values()];
  result.sort((a, b) => {
    for (const { at, direction } of order) {
      // NULLs come last in both directions.
      if (a[at] === null || b[at] === null) {
        if (a[at] !== b[at]) return a[at] === null ? 1 : -1;
        continue;
      }
      const sides = compare(a[at], b[at]);
      if (sides !== 0) return direction === 'desc' ? -sides : sides;
    }
    return 0;
  });
  return result.slice(0, limit);
}

function computed({ fn, distinct, column }, group, cell) {
  if (fn === null) return cell(group[0], column);
  if (column === null) return group.length;
  const all = group.map((row) => cell(row, column)).filter((value) => value !== null);
  const values = distinct ? [...new Set(all)] : all;
  if (fn === 'count') return values.length;
  if (values.length === 0) return null;
  const sum = () => {
    const total = values.reduce((before, value) => before + value, 0);
    if (!Number.isSafeInteger(total))
      throw new SourceError('query', 'The sum is too large to be exact.');
    return total;
  };
  if (fn === 'sum') return sum();
  if (fn === 'avg') return sum() / values.length;
  return values.reduce((best, value) =>
    compare(value, best) < 0 === (fn === 'min') ? value : best,
  );
}
