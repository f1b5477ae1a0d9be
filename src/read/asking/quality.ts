import { isMoney, isNumber, isSum } from '#src/catalog/amounts.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import {
  AMONG,
  BEFORE_FARING,
  FARING,
  HOW_WELL,
  MOST_SOLD,
  NUMBER_ONE,
  QUALITY,
  QUALITY_DEGREES,
  RATING,
  SELLING,
  WE_DO,
} from '#src/language/en/asking.ts';
import { RECURRING, UNITS } from '#src/language/en/periods.ts';
import type { CatalogColumn, CatalogMetric } from '#src/plugin-api/catalog.ts';
import { type DoubtAbout, type ReadDoubt, wordsFrom } from '#src/read/asking/doubt.ts';
import type { Question } from '#src/read/question.ts';

/** How many are shown of `best customers`. */
const SEVERAL = 5;
/** References between rows and what they are ranked by. */
const FARTHEST = 3;

/** `best customer`, `top 3 products`, `products that are doing well`: the first rows by something that is not said. */
export const unsaidMeasure: ReadDoubt = (about) => {
  const { question } = about;
  const found = praisedAt(about);
  if (!found || isRanked(question, found.to)) return null;
  const { table, noun, direction, limit, said } = found;
  const tail = wordsFrom(question, found.to);
  const many = found.isPlural;
  const count = limit ?? (many ? SEVERAL : 1);
  const shown = limit === null && many ? ` (${SEVERAL} of them)` : '';
  const sides = direction === 'desc' ? ['top', 'highest', 'most'] : ['bottom', 'lowest', 'fewest'];
  const [side, end, number] = sides as [string, string, string];
  return {
    ask: `Rank "${said}" by what?`,
    options: measuresOf(table, about).map(({ label, counted }) => ({
      label: `${counted ? `number of ${label}` : label}${shown}`,
      question: (count === 1
        ? `${noun} with the ${counted ? number : end} ${label} ${tail}`
        : `${side} ${count} ${noun} by ${counted ? `number of ${label}` : label} ${tail}`
      ).trim(),
    })),
  };
};

/** `busiest month`: the period with the most of what is not said. */
export const unsaidRows: ReadDoubt = ({ question, catalog }) => {
  const said = busiestAt(question) ?? bestSoldAt(question);
  if (!said || isRanked(question, said.to)) return null;
  const { unit, isMost } = said;
  const tail = wordsFrom(question, said.to);
  const timed = catalog.tables.filter(({ columns }) =>
    columns.some(({ kind, hidden }) => kind === 'time' && !hidden),
  );
  const sums = catalog.tables.flatMap(({ columns }) => columns.filter(isSum));
  const counts = timed.map(({ label }) => ({
    label: `number of ${label}`,
    question: `which ${unit} had the ${isMost ? 'most' : 'fewest'} ${label} ${tail}`.trim(),
  }));
  const summed = sums
    .toSorted((one, other) => Number(isMoney(other)) - Number(isMoney(one)))
    .map(({ label }) => label);
  const implied = (catalog.meaning?.metrics ?? []).filter((one) => one.implied);
  const amounts = [...implied.map(({ name }) => name), ...summed].map((label) => ({
    label,
    question: `which ${unit} had the ${isMost ? 'highest' : 'lowest'} ${label} ${tail}`.trim(),
  }));
  return {
    ask: `Rank "${said.text}" by what?`,
    options: said.isSold ? [...amounts, ...counts] : [...counts, ...amounts],
  };
};

interface Busiest {
  readonly unit: string;
  readonly isMost: boolean;
  /** Amounts are meant rather than numbers of rows. */
  readonly isSold: boolean;
  readonly text: string;
  /** The token behind the words that say it. */
  readonly to: number;
}

/** The token behind a period, or what comes again with it, `day of the week`; null where none is named. */
function unitEnd(question: DoubtAbout['question'], at: number): number | null {
  const recurring = question.phrase(at, RECURRING);
  return recurring?.to ?? (question.is(at, UNITS) ? at + 1 : null);
}

/** `busiest month`, `quietest day of the week` */
function busiestAt(question: DoubtAbout['question']): Busiest | null {
  for (let at = 0; at < question.length; at++) {
    const direction = QUALITY.get(question.word(at));
    const to = direction ? unitEnd(question, at + 1) : null;
    if (to !== null)
      return {
        ...{ unit: question.textOf(at + 1, to), isMost: direction === 'desc', isSold: false },
        ...{ text: question.textOf(at, to), to },
      };
  }
  return null;
}

/** `on which weekday do we sell the most` */
function bestSoldAt(question: DoubtAbout['question']): Busiest | null {
  for (let at = 1; at < question.length; at++) {
    const to = question.isAsking(at - 1) ? unitEnd(question, at) : null;
    const verb = to !== null && WE_DO.find((phrase) => question.starts(to, phrase));
    if (to === null || !verb) continue;
    const sold = to + verb.length;
    const end = question.isArticle(sold + 1) ? sold + 2 : sold + 1;
    const direction = question.is(sold, SELLING) && MOST_SOLD.get(question.word(end));
    if (direction)
      return {
        ...{ unit: question.textOf(at, to), isMost: direction === 'desc', isSold: true },
        ...{ text: question.textOf(sold, end + 1), to: end + 1 },
      };
  }
  return null;
}

/** Rows that are said to be good or bad. */
interface Praised {
  readonly table: string;
  readonly noun: string;
  readonly isPlural: boolean;
  readonly direction: 'asc' | 'desc';
  /** How many are asked; null where it is not said. */
  readonly limit: number | null;
  /** As the question says it. */
  readonly said: string;
  /** The token behind what says it. */
  readonly to: number;
}

/** The first words of a question that call rows good or bad, with nothing but words of asking before them. */
function praisedAt({ question }: DoubtAbout): Praised | null {
  for (let at = 0; at < question.length; at++) {
    const found = praisedBefore(question, at) ?? praisedBehind(question, at);
    if (found) return found;
    const opens = question.isFunctionWord(at) || question.isAsking(at);
    const isCounted = question.number(at) !== null || question.is(at, QUALITY_DEGREES);
    if (!opens && !isCounted) return null;
  }
  return null;
}

/** `best customers`, `top 3 products`, `our number one store`, `the best ones among our staff` */
function praisedBefore(question: Question, at: number): Praised | null {
  const first = NUMBER_ONE.find((phrase) => question.starts(at, phrase));
  const direction = first ? 'desc' : QUALITY.get(question.word(at));
  if (!direction) return null;
  const behind = first ? null : question.number(at + 1);
  const limit = first ? 1 : (question.number(at - 1) ?? behind);
  if (limit !== null && (!Number.isInteger(limit) || limit < 1)) return null;
  const next = at + (first?.length ?? 1) + (behind === null ? 0 : 1);
  const among = AMONG.find((phrase) => question.starts(next, phrase))?.length ?? 0;
  for (const from of among > 0 ? question.nouns(next + among) : [next]) {
    const rows = rowsAt(question, from);
    if (!rows) continue;
    const word = question.textOf(at, at + (first?.length ?? 1));
    return { ...rows, direction, limit, said: `${word} ${rows.noun}` };
  }
  return null;
}

/** `products that are doing well`, `how are the products doing`, `which product is the strongest` */
function praisedBehind(question: Question, at: number): Praised | null {
  const rows = rowsAt(question, at);
  if (!rows) return null;
  const next = question.past(rows.to, BEFORE_FARING);
  const isFaring = question.is(next, FARING);
  const [how] = isFaring ? [next + 1] : question.nouns(next).toReversed();
  const direction = isFaring ? HOW_WELL.get(question.word(how!)) : QUALITY.get(question.word(how!));
  if (direction && (isFaring || next > rows.to) && question.endsPart(how! + 1))
    return {
      ...{ ...rows, direction, limit: null, to: how! + 1 },
      said: question.textOf(isFaring ? next : how!, how! + 1),
    };
  const asksHow = isFaring && question.holds('how') && question.endsPart(next + 1);
  return asksHow
    ? {
        ...{ ...rows, direction: 'desc', limit: null, to: next + 1 },
        said: question.textOf(next, next + 1),
      }
    : null;
}

function rowsAt(question: Question, at: number) {
  for (const { to, options } of question.refs(at)) {
    const rows = options.find(({ kind }) => kind === 'table');
    if (!rows) continue;
    const isPlural = question.tokens[to - 1]!.lemma !== question.word(to - 1);
    return { table: rows.table, noun: question.textOf(at, to), isPlural, to };
  }
  return null;
}

/** Whether something behind the rows says what they are ranked by. */
export const isRanked = (question: DoubtAbout['question'], from: number): boolean =>
  question.tokens.some(
    (_, at) =>
      at >= from && question.language.rankedBy.some((phrase) => question.starts(at, phrase)),
  );

/** What rows can be ranked and compared by. */
export interface Measure {
  readonly label: string;
  readonly counted: boolean;
  /** A number of their own, rather than the sum of what belongs to them. */
  readonly own: boolean;
  /** Less is offered first. */
  readonly rank: number;
}

/** What rows can be ranked by: how good they are called, what belongs to them added up and counted, their own numbers. */
export function measuresOf(
  rows: string,
  { catalog, graph }: Pick<DoubtAbout, 'catalog' | 'graph'>,
): readonly Measure[] {
  const found = catalog.tables.flatMap((table): Measure[] => {
    const isOwn = table.name === rows;
    const path = isOwn ? [] : graph.toOne(table.name, rows);
    if (!path || path.length > FARTHEST) return [];
    const columns = table.columns.filter((column) => (isOwn ? isNumber(column) : isSum(column)));
    return [
      ...columns.map((column) => ({
        ...{ label: column.label, counted: false, own: isOwn },
        rank: path.length / 10 + (isOwn ? ownRank(column) : isMoney(column) ? 1 : 3),
      })),
      ...(isOwn
        ? []
        : [{ label: table.label, counted: true, own: false, rank: path.length > 1 ? 4 : 2 }]),
    ];
  });
  const implied = (catalog.meaning?.metrics ?? []).flatMap((metric): Measure[] => {
    const path = metric.implied && metric.table !== rows && graph.toOne(metric.table, rows);
    if (!path || path.length > FARTHEST || !isComputed(metric)) return [];
    return [{ label: metric.name, counted: false, own: false, rank: path.length / 10 }];
  });
  return [...found, ...implied].toSorted((a, b) => a.rank - b.rank);
}

/** Whether a metric is of several columns: the amount of one is offered by its own name. */
const isComputed = ({ expression }: CatalogMetric): boolean =>
  expression.filter((part) => typeof part !== 'string').length > 1;

const lemmasOf = ({ label }: CatalogColumn) => foldToLemmas(label).split(' ');
const ownRank = (column: CatalogColumn) =>
  lemmasOf(column).some((word) => RATING.has(word)) ? 0 : 4;
