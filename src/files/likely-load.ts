import { isDeepStrictEqual } from 'node:util';
import type { BegunVersion } from '#src/files/build-version.ts';
import type { LikelyTable, ParsedTable } from '#workers/protocol.ts';

/**
 * Loads what a file most likely becomes while its bytes are still looked through: the engine then reads it beside the
 * thread that does. It counts only where the file became just that, row for row; else the load begins anew.
 */
export class LikelyLoad {
  readonly #begun: Promise<BegunVersion>;
  #taken: { readonly table: LikelyTable; readonly rows: Promise<number | null> } | null = null;

  constructor(begun: Promise<BegunVersion>) {
    this.#begun = begun;
  }

  take(table: LikelyTable): void {
    const load = async () => (await this.#begun).loading.append({ ...table, rowCount: null });
    // A later row may be none of its types.
    this.#taken ??= { table, rows: load().catch(() => null) };
  }

  /** The load, with the only table in it or with none; null where it had another table and was ended for it. */
  async settle(tables: readonly ParsedTable[]): Promise<BegunVersion | null> {
    const begun = await this.#begun;
    if (!this.#taken) return begun;
    const { table, rows } = this.#taken;
    const [only] = tables;
    if (only && tables.length === 1 && isDeepStrictEqual(table, likelyOf(only))) {
      const loadedRows = await rows;
      if (loadedRows === only.rowCount) return { ...begun, loadedRows };
    }
    await begun.abort();
    return null;
  }
}

const likelyOf = ({ tableName, path, columns, format }: ParsedTable): LikelyTable => ({
  tableName,
  path,
  columns,
  ...(format && { format }),
});
