import { words } from '#src/language/tables.ts';
import { isColumn, isTable } from '#src/planner/cursor.ts';
import { type Frame, Unread } from '#src/planner/frame.ts';
import type { QuestionReader } from '#src/planner/grammar/reader.ts';
import { ARTICLES, EACH } from '#src/planner/question-words.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

const PERIODS = words('year month quarter week day date period');

/** `students over all years`: numbers of several periods are added up, though each counts the same anew. */
export function readOverPeriods({ cursor, frame }: QuestionReader): true | null {
  cursor.take('summed');
  if (!cursor.takeAny(['over all', 'across all'])) return null;
  cursor.skip(ARTICLES);
  const mention = cursor.peek();
  if (mention?.tokens.length !== 1 || !PERIODS.has(mention.tokens[0]!.lemma)) return null;
  cursor.at++;
  frame.overPeriods = true;
  return true;
}

/** `revenue across regions`: the total is asked, and its groups are shown beside it. */
export function readAcross({ cursor, frame }: QuestionReader): true | null {
  if (frame.across || frame.groups.length > 0 || frame.select.length !== 1) return null;
  if (!cursor.take('across')) return null;
  cursor.skip(ARTICLES);
  cursor.skip(EACH);
  const mention = cursor.peek();
  if (!mention || mention.values.length > 0 || !(isColumn(mention) || isTable(mention)))
    return null;
  cursor.at++;
  frame.across = mention;
  return true;
}

/** The question with what it goes across as its group; null where it goes across nothing. */
export function acrossGroups(frame: Frame): Frame | null {
  const { across } = frame;
  if (!across || frame.groups.length > 0) return null;
  return { ...frame, across: null, groups: [{ of: across, unit: null }] };
}

/** The groups of a total, the largest first. What is no total means something else over all than in each. */
export function groupsOfTotal(total: SelectQuery, grouped: SelectQuery, frame: Frame): SelectQuery {
  const [measure] = total.select;
  const expr = measure?.expr;
  const adds =
    expr?.kind === 'fragment'
      ? expr.additive === true
      : expr?.kind === 'aggregate' && FUNCTIONS[expr.fn].combine === 'sum' && !expr.distinct;
  if (!expr || !adds || total.select.length > 1)
    throw new Unread(
      'unsupported_question',
      `"across ${frame.across!.text}" can mean each of them or all together. Say "by" for each, or leave it out.`,
      'across',
    );
  return { ...grouped, orderBy: [{ expr, direction: 'desc' }] };
}
