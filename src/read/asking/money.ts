import { moneyTakenIn } from '#src/catalog/revenue.ts';
import { MONEY_NOUNS } from '#src/language/en/asking.ts';
import { type ReadDoubt, saidOtherwise } from '#src/read/asking/doubt.ts';

/** `revenue by city`, `how much did each vet bring in`, where visits have a fee and invoices an amount. */
export const unsaidMoney: ReadDoubt = ({ question, catalog, withMoney }) => {
  const amounts = moneyTakenIn(catalog).map(({ table, columns: [{ label }] }, _, all) =>
    all.filter(({ columns: [one] }) => one.label === label).length > 1
      ? `${label} of ${table.label}`
      : label,
  );
  if (amounts.length < 2) return null;
  const at = question.tokens.findIndex(
    (_, place) => question.is(place, MONEY_NOUNS) && question.refs(place).length === 0,
  );
  const options = amounts.flatMap((label) => {
    const text = at < 0 ? withMoney(label) : saidOtherwise(question, at, at + 1, label);
    return text === null ? [] : [{ label, question: text }];
  });
  const ask =
    at < 0 ? 'Which amount do you mean?' : `Which amount does "${question.word(at)}" mean?`;
  return { ask, options };
};
