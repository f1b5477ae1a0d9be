import { wordsOf } from '#src/catalog/name-keys.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

type Named = Pick<CatalogColumn, 'label'>;

const holds =
  (text: string) =>
  ({ label }: Named): boolean => {
    const words = new Set(text.split(/\s+/));
    return [...label.toLowerCase().split(/[^\p{L}]+/u), ...wordsOf(label)].some((word) =>
      words.has(word),
    );
  };

/** Whether a date says when its row came to be: `opened_at` beside `closed_at`. */
export const isCreation = holds(
  `created creation opened opening placed ordered signup signed sign registered registration joined joining hired hire received
   booked issued issue submitted posted logged reported requested raised filed admitted added`,
);
/** Whether a date says since when people have worked somewhere. */
export const isHiring = holds('hired hire hiring employed employment');
/** Whether a date says when something has to be done. */
export const isDue = holds('due required deadline expected promised planned target');
/** Whether a date of people says when they left. */
export const isLeaving = holds(
  'exit termination terminated leave leaving left resignation resigned departure departed end',
);
/** Whether a date says when something began. */
export const isBeginning = holds('start started begin began beginning birth born');

/** What is done with rows, the last first: of several dates the one that ends what they are about. */
const ENDINGS = [
  'delivered delivery arrived arrival',
  'received',
  'completed completion finished',
  'returned return',
  'closed resolved settled',
  'paid payment',
  'end ended finish expiry cancelled canceled',
  'shipped',
].map(holds);

/** Of the dates of rows the one by which they are done; null where none tells it. */
export function ending<Date extends Named>(dates: readonly Date[]): Date | null {
  const done = dates.filter((one) => !isDue(one) && !isCreation(one) && !isBeginning(one));
  for (const isEnding of ENDINGS) {
    const [found, second] = done.filter(isEnding);
    if (found) return second ? null : found;
  }
  return null;
}
