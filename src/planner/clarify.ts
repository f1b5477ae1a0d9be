import { lemma } from '#src/catalog/fold.ts';
import { type AskBack, Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { Plan, Planner, PlanRequest } from '#src/planner/plan.ts';
import type { Assignment, Sense } from '#src/planner/resolve.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

interface ReadAs {
  readonly senses: Assignment;
  readonly query: SelectQuery;
}

/** Readings that are equally good and compute something else. */
export class TwoReadings extends Declined {
  readonly readings: readonly ReadAs[];

  constructor(readings: readonly ReadAs[]) {
    super('ambiguous', 'The question can mean several things.');
    this.readings = readings;
  }
}

type Tables = ReadonlyMap<string, CatalogTable>;

/**
 * Asks which of several readings is meant: each option is the question with the ambiguous words written out, and is
 * offered only where it is answered as that reading. Where fewer than two can be offered, the names are told instead.
 */
export function clarify(
  { readings }: TwoReadings,
  request: PlanRequest,
  tables: Tables,
  plan: Planner,
): Plan {
  const unclear = [...readings[0]!.senses.keys()].filter(
    (mention) => new Set(readings.map(({ senses }) => key(senses.get(mention)))).size > 1,
  );
  const said = unclear.filter(({ text }) => text !== '' && request.question.includes(text));
  const namesOf = ({ senses }: ReadAs) =>
    said.map((mention) => nameOf(mention, senses.get(mention)!, readings, tables));
  const options = readings.flatMap((reading) => {
    const names = namesOf(reading);
    // One word is often enough: the others are taken from the same table.
    for (const count of [1, said.length]) {
      const question = written(request.question, said.slice(0, count), names.slice(0, count));
      if (question === request.question) continue;
      const planned = plan({ ...request, question });
      if (
        planned.kind === 'query' &&
        JSON.stringify(planned.query) === JSON.stringify(reading.query)
      )
        return [{ label: names.slice(0, count).join(' and '), question, count }];
    }
    return [];
  });
  const quoted = (count: number) =>
    said
      .slice(0, count)
      .map(({ text }) => `"${text}"`)
      .join(' and ');
  if (options.length > 1) {
    const most = Math.max(...options.map(({ count }) => count));
    return {
      kind: 'clarify',
      question: most > 1 ? `What do ${quoted(most)} mean?` : `What does ${quoted(1)} mean?`,
      options: options.map(({ label, question }) => ({ label, question })),
    };
  }
  const names = new Set(readings.map((reading) => namesOf(reading).join(' and ')));
  return {
    kind: 'decline',
    reason: 'ambiguous',
    text:
      names.size > 1
        ? `${quoted(said.length)} can mean ${[...names].join(', or ')}. Name the one you mean.`
        : 'The question fits the data in more than one way. Use the full names of tables and columns.',
    suggestions: [],
    unread: true,
  };
}

/** The question with words of it written out. */
function written(question: string, mentions: readonly Mention[], names: readonly string[]): string {
  const parts = mentions.map(({ tokens }, index) => ({
    start: tokens[0]!.start,
    end: tokens.at(-1)!.end,
    name: names[index]!,
  }));
  return parts
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, name }) => `${text.slice(0, start)}${name}${text.slice(end)}`,
      question,
    );
}

/**
 * Asks which of the texts is meant; null where one of them would not be answered either. Of texts that are put behind
 * the question those are offered that are answered, two at the least.
 */
export function askBack(
  { mention, texts, message }: AskBack,
  request: PlanRequest,
  plan: Planner,
): Plan | null {
  const options = texts.map((label) => ({
    label,
    question: mention
      ? written(request.question, [mention], [label])
      : `${request.question.replace(/[\s?.!]+$/, '')} ${label}`,
  }));
  const answered = options.filter(
    ({ question }) => plan({ ...request, question }).kind === 'query',
  );
  const enough = mention ? answered.length === options.length : answered.length > 1;
  return enough ? { kind: 'clarify', question: message, options: answered } : null;
}

const key = (sense: Sense | undefined): string =>
  sense === undefined
    ? ''
    : sense.kind === 'table'
      ? sense.table
      : sense.kind === 'value'
        ? `${sense.table}.${sense.column} =`
        : `${sense.table}.${sense.columns.map(({ name }) => name).join()}`;

/** How a reading of a word is written out: `customer's city`, `customers`, `city Rome`. */
function nameOf(
  mention: Mention,
  sense: Sense,
  readings: readonly ReadAs[],
  tables: Tables,
): string {
  const table = tables.get(sense.table)!;
  if (sense.kind === 'table') return table.label;
  if (sense.kind === 'value') {
    const column = table.columns.find(({ name }) => name === sense.column)!;
    return `${column.label} ${sense.hits[0]!.value}`;
  }
  // The user's own word stays where the table alone tells the readings apart.
  const perTable = new Set(readings.map(({ senses }) => senses.get(mention)!.table)).size;
  const apart = perTable === readings.length;
  const [column] = sense.columns.length === 1 ? sense.columns : [];
  return `${lemma(table.label)}'s ${apart || !column ? mention.text : column.label}`;
}
