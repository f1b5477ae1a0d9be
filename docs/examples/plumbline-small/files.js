import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { SourceError, z } from 'plumbline/plugin-api';
import { sourceOver } from './tables.js';

/** The cells of a spilled table: every cell that is not NULL stands in quotes, so there is no other kind of cell. */
const CELL = /(?:"((?:[^"]|"")*)")?(,|\n|$)/y;

/** An engine for files: one JSON file for each version of an uploaded file. */
export const plugin = {
  kind: 'source',
  name: 'small',
  apiVersion: 1,
  settings: z.strictObject({ max_rows: z.number().int().positive().default(100_000) }),
  create({ max_rows }) {
    const load = async ({ attachments }) => {
      const files = attachments.map(async ({ name, path: file }) => {
        const tables = JSON.parse(await readFile(file, 'utf8'));
        return tables.map(({ table, ...rest }) => ({
          physical: { database: name, schema: 'main', table },
          ...rest,
        }));
      });
      return (await Promise.all(files)).flat();
    };
    return {
      ...sourceOver(load),
      async beginLoad(target, signal) {
        signal.throwIfAborted();
        const tables = [];
        const unfinished = `${target}.loading`;
        return {
          async append({ tableName, path: spilled, columns, rowCount }) {
            if (rowCount > max_rows)
              throw new SourceError('too_large', `A table may have ${max_rows} rows here.`);
            const rows = readSpill(await readFile(spilled, 'utf8'), columns);
            tables.push({
              table: tableName,
              columns: columns.map(({ name, type }) => ({ name, type })),
              rows,
            });
            return rows.length;
          },
          async commit() {
            await writeDurably(unfinished, JSON.stringify(tables));
            await rename(unfinished, target);
            await syncFolder(path.dirname(target));
          },
          abort: () => rm(unfinished, { force: true }),
        };
      },
    };
  },
};

function readSpill(text, columns) {
  const rows = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const row = columns.map(({ type }) => {
      const [, quoted] = CELL.exec(text);
      return quoted === undefined ? null : cellOf(type, quoted.replaceAll('""', '"'));
    });
    rows.push(row);
  }
  return rows;
}

/** Whole numbers that JavaScript holds, and booleans; the rest stays the text that it is, exact decimals among them. */
function cellOf(type, text) {
  if (type === 'boolean') return text === 'true';
  if (type === 'float') return Number(text);
  if (type !== 'integer') return text;
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new SourceError('too_large', 'A whole number is too long for this engine.');
  return number;
}

async function writeDurably(file, text) {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
