import { languageOf, type NumberText, nameText, numberText, titleText } from './format.ts';
import { type Paint, paintOf } from './theme.ts';
import type { Cell, ChartData, ChartNode, ColumnInfo, DrawOptions, Mark } from './types.ts';
import { numberOf } from './values.ts';
import { type Words, wordsOf } from './words.ts';

/** What every kind of chart draws with. */
export interface Sheet {
  readonly data: ChartData;
  readonly width: number;
  readonly lang: string;
  readonly words: Words;
  readonly paint: Paint;
}

/** What a kind of chart gives: the picture without its frame. */
export interface Drawn {
  readonly height: number;
  readonly nodes: readonly ChartNode[];
  readonly marks: readonly Mark[];
  readonly domain: readonly [number, number] | null;
  /** Sentences below the picture: what is not complete, not shown, or not at zero. */
  readonly notes: readonly string[];
}

export const sheetOf = (data: ChartData, { width, lang, theme }: DrawOptions): Sheet => {
  const tag = languageOf(lang);
  return { data, width, lang: tag, words: wordsOf(tag), paint: paintOf(theme, data.chart.palette) };
};

/** One column of the result with its cells. */
export interface Column {
  readonly info: ColumnInfo;
  readonly cells: readonly Cell[];
  readonly title: string;
}

/** A column by its name. Fails with a `TypeError` where the result has none of it, as after a change of its query. */
export function columnNamed({ columns, rows }: ChartData, name: string | null): Column {
  const at = columns.findIndex((one) => one.name === name);
  const info = columns[at];
  if (!info) throw new TypeError(`The chart uses a column "${name}" that its result doesn't have.`);
  return {
    info,
    cells: rows.map((row) => row[at] ?? null),
    title: titleText(info.name, info.unit),
  };
}

export interface Values extends Column {
  readonly numbers: readonly (number | null)[];
  readonly text: NumberText;
}

/** A column of numbers, and how they are written. */
export function valuesNamed({ data, lang }: Sheet, name: string | null): Values {
  const column = columnNamed(data, name);
  const text = numberText(column.cells, column.info, lang);
  return { ...column, numbers: column.cells.map(numberOf), text };
}

/** Keys of the axis in words. */
export const namesOf = ({ lang }: Sheet, { info }: Column) => {
  const known = new Map<Cell, string>();
  return (cell: Cell): string => {
    const found = known.get(cell) ?? nameText(cell, info, lang);
    known.set(cell, found);
    return found;
  };
};

/** The title of a measure with its unit, where that is known: `Revenue (USD)`. */
export function measureTitle({ info, title }: Column): string {
  const { unit, scale } = info;
  if (unit === null) return title;
  const times = scale !== null && scale !== 1 ? `${MULTIPLES[scale] ?? `× ${scale}`} ` : '';
  return `${title} (${times}${unit})`;
}

const MULTIPLES: Readonly<Record<number, string>> = {
  1000: 'thousand',
  1000000: 'million',
  1000000000: 'billion',
};
