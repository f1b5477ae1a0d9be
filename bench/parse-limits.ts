/** What an upload may be, as the product has it by default. */
export const PARSE_LIMITS = {
  maxTables: 100,
  maxColumns: 1_000,
  maxRows: 5_000_000,
  maxCellBytes: 1024 * 1024,
  maxUnzippedBytes: 1024 * 1024 * 1024,
  maxZipRatio: 200,
  maxZipEntries: 10_000,
  maxHeldWorkbookBytes: 2 ** 26,
  maxJsonDepth: 100,
  readerMemoryMb: 1_024,
};
