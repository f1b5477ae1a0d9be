import { daysOf } from '#src/language/en/numeric-dates.ts';
import { MONTH_NAMES } from '#src/language/en/periods.ts';
import { type Day, dayOfMonth, monthOf, yearOf } from '#src/planner/day.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isDate } from '#src/planner/measured.ts';
import { type ReadDoubt, saidOtherwise } from '#src/read/asking/doubt.ts';

/** `leases in 2024` that have a start and an end. */
export const severalDates: ReadDoubt = ({ question, catalog, graph, declined }) => {
  if (declined.reason !== 'ambiguous') return null;
  for (let at = 0; at < question.length; at++) {
    const period = question.period(at);
    if (!period) continue;
    const named = new Set(
      question.tokens.flatMap((_, from) =>
        question
          .refs(from)
          .flatMap(({ options }) =>
            options.flatMap((one) => (one.kind === 'table' ? [one.table] : [])),
          ),
      ),
    );
    const text = question.textOf(at, period.end);
    const tying = [...named].flatMap((one) =>
      [...named].flatMap((other) => {
        const found = graph.path(one, other);
        return found.kind === 'path' ? found.path.map(({ to }) => to) : [];
      }),
    );
    const all = catalog.tables
      .filter(({ name }) => named.has(name) || tying.includes(name))
      .flatMap(({ columns }) => columns.filter(isDate));
    // `guests in 2024` were hardly born then.
    const others = all.filter((one) => !isBirth(one));
    const dates = others.length > 1 ? others : all;
    return {
      ask: `Which date does "${text}" mean?`,
      options: dates.map(({ label }) => ({
        label,
        question: saidOtherwise(question, at, period.end, `with ${label} ${text}`),
      })),
    };
  }
  return null;
};

/** `orders on 3/4/2025`: in March or in April; all such dates of a question are written alike. */
export const dayOrMonth: ReadDoubt = ({ question }) => {
  const open = question.tokens.flatMap(({ written }) => {
    const days = written === undefined ? [] : daysOf(written, question.text);
    return days.length > 1 ? [{ written: written!, days }] : [];
  });
  const [first] = open;
  if (!first) return null;
  const labels = first.days.map(spelled);
  return {
    ask: `Is "${first.written}" ${labels.join(' or ')}?`,
    options: labels.map((label, at) => ({
      label,
      question: open.reduce(
        (said, { written, days }) => said.replace(written, days[at]!),
        question.text.trim(),
      ),
    })),
  };
};

const spelled = (date: Day): string =>
  `${dayOfMonth(date)} ${MONTH_NAMES[monthOf(date) - 1]} ${yearOf(date)}`;
