import { personalName } from '#src/catalog/personal-columns.ts';
import { isSecretName } from '#src/catalog/secret-columns.ts';
import { isCredential } from '#src/catalog/value-shapes.ts';
import type { ColumnPlan } from '#workers/ingest/column-plan.ts';

/** The plan of a column with notes that quote no cell of secrets and of persons: notes are kept and shown. */
export function withoutClosedCells(name: string, plan: ColumnPlan): ColumnPlan {
  const isClosed = isSecretName(name, plan.type) || personalName(name, plan.type) !== null;
  const unquoted = (text: string) =>
    text
      .replace(/"([^"]*)"/g, (whole, cell: string) =>
        isClosed || isCredential(cell) ? '"…"' : whole,
      )
      .replace(/\b\d{6,}\b/g, (digits) => (isClosed ? '…' : digits));
  const { notes, guess, unread } = plan;
  const isShown = !isClosed && !isCredential(unread?.example ?? '');
  return {
    ...plan,
    notes: notes.map((one) => ({ ...one, note: unquoted(one.note) })),
    ...(guess && { guess: unquoted(guess) }),
    ...(unread && { unread: { ...unread, example: isShown ? unread.example : null } }),
  };
}
