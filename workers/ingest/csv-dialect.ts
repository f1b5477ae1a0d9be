import { CsvReader } from '#workers/ingest/csv-reader.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_RECORDS = 200;

class EnoughRecords extends Error {}

/**
 * Finds the character between the cells: the one under which most records of the sample have the same number (two or
 * more) of cells; of equals, the one under which the first record has it too, then the one that gives more cells.
 * A text where none does has a single column.
 */
export function detectDelimiter(sample: string): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(recordLengths(sample, delimiter));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Whether all records of a sample have as many cells, more than one. */
export function isEvenlyDelimited(sample: string, delimiter: string): boolean {
  const [first = 1, ...others] = recordLengths(sample, delimiter);
  return first > 1 && others.every((length) => length === first);
}

function scoreOf(lengths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const length of lengths) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  let modal = 0;
  for (const [length, count] of counts)
    if (count > (counts.get(modal) ?? 0) || (count === counts.get(modal) && length > modal))
      modal = length;
  if (modal === 0) return 0;
  const share = counts.get(modal)! / lengths.length;
  // A comma in a title and in a remark below is no delimiter because the title stands first.
  const leads = lengths[0] === modal && share >= 0.5;
  return share + (leads ? 0.5 : 0) + Math.min(modal, 100) / 1000;
}

/** Cells of each record of a sample; its last record may be cut and does not count where others are there. */
function recordLengths(sample: string, delimiter: string): number[] {
  const lengths: number[] = [];
  const reader = new CsvReader(
    { delimiter, maxCellChars: sample.length + 1, maxColumns: sample.length + 1 },
    (cells) => {
      lengths.push(cells.length);
      if (lengths.length >= SAMPLE_RECORDS) throw new EnoughRecords();
    },
  );
  try {
    reader.push(sample);
    if (lengths.length === 0) reader.end();
  } catch {
    // Under a wrong delimiter a quote may never close: what was read so far is the evidence.
  }
  return lengths;
}

/** Cells in single quotes that there must be for a single quote to be the quote of a file. */
const FEWEST_QUOTED = 3;

/**
 * The character that cells are quoted with: a single quote where cells open and close with it and none does with a
 * double one; `"` else.
 */
export function detectQuote(sample: string, delimiter: string): '"' | "'" {
  const edge = delimiter.replace(/[|\\^$.*+?()[\]{}]/g, '\\$&');
  const count = (pattern: string) => sample.match(new RegExp(pattern, 'gm'))?.length ?? 0;
  if (count(`(?:^|${edge})"`) > 0) return '"';
  const opened = count(`(?:^|${edge})'`);
  const closed = count(`'(?=${edge}|\\r?$)`);
  return opened >= FEWEST_QUOTED && closed >= opened * 0.9 ? "'" : '"';
}
