import { allBlocks } from '#src/ask/blocks.ts';
import { readable } from '#src/ask/catalog-names.ts';
import type { Check } from '#src/ask/types.ts';
import { addends, withoutLiterals } from '#src/ask/verify/expression-text.ts';
import type { OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

const NAME = 'numbers_from_data';
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?/g;
const PLAIN = /^[-+ (]*[\d.]+\)*$/;
/** Numbers that convert units, round, or guard against zero, and say nothing of the data. */
const ORDINARY: ReadonlySet<string> = new Set(
  '0 1 2 3 4 5 6 7 8 9 10 12 24 30 31 52 60 100 360 365 366 365.25 1000 1024 3600 86400 10000 1000000'.split(
    ' ',
  ),
);

/**
 * Whether what is shown comes from the data: a statement that reads none, or shows a number that stands in its own
 * text, is no answer; one that computes with a number of its own is to be looked at.
 */
export function checkNumbersFromData(facts: QueryFacts, question: string): Check {
  if (facts.tables.length === 0) return failed('The statement reads no data.');
  const blocks = allBlocks(facts.root);
  const shown = facts.root.setOperation?.branches ?? [facts.root];
  const counts = blocks.some(({ outputs }) => outputs.some(isCount));
  const made = shown.flatMap(({ outputs }) => outputs).find((one) => isNumber(one, counts));
  if (made) return failed(`${readable(made.name)} stands in the statement, not in the data.`);
  const asked = question.replace(/(?<=\d),(?=\d{3})/g, '');
  const isOwn = (number: string) => !isOrdinary(number) && !asked.includes(number);
  const texts = blocks.flatMap(({ outputs }) => outputs).map(({ text }) => text);
  const added = texts.flatMap(addends).find((one) => PLAIN.test(one) && numbersOf(one).some(isOwn));
  if (added) return failed('The statement adds a number that is neither asked for nor data.');
  const own = texts.flatMap(numbersOf).find(isOwn);
  if (own)
    return {
      name: NAME,
      outcome: 'warning',
      detail: `The statement computes with ${own}, which stands neither in the question nor in the data.`,
    };
  return { name: NAME, outcome: 'passed', detail: 'What is shown is computed from the data.' };
}

/** A value that no column, no row count and no block below it feeds. `counts`: some block counts rows. */
function isNumber(output: OutputFacts, counts: boolean): boolean {
  const { columns, text } = output;
  const plain = withoutLiterals(text).trim();
  if (columns.length > 0 || isCount(output) || /SELECT/.test(plain)) return false;
  return numbersOf(plain).some((number) => !isOrdinary(number)) || (!counts && !/^'/.test(plain));
}

/** `1.0` and `100.00` are no other numbers than 1 and 100. */
const isOrdinary = (number: string) => ORDINARY.has(String(Number(number)));

const isCount = ({ aggregates, text }: OutputFacts) =>
  aggregates.some(({ fn, arg }) => fn === 'count' && (arg === null || arg.columns.length > 0)) ||
  /\b(?:row_number|rank|dense_rank|ntile)\(/i.test(withoutLiterals(text));

const numbersOf = (text: string): readonly string[] => withoutLiterals(text).match(NUMBER) ?? [];

const failed = (detail: string): Check => ({ name: NAME, outcome: 'failed', detail });
