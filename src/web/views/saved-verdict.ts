import type { SavedQuestion } from '../api/saved.ts';
import type { VerdictLook } from '../components/verdict.tsx';
import { dayTime } from '../format/times.ts';
import { locale } from '../i18n/index.ts';
import { boardTexts } from '../i18n/pins.ts';

/** How far the answer could be relied on that was saved; nothing where there is no number to rely on. */
export function verdictOf({ answer, result }: SavedQuestion): VerdictLook | null {
  if (!result || !answer || answer.result === 'error') return null;
  const { status } = answer.verification;
  if (status !== 'not_applicable') return status;
  return answer.agent === 'OwnSQL' ? 'ownSql' : 'catalog';
}

/** When its verdict was given, where that is another time than its rows: no check runs with a refresh. */
export function verdictTime(saved: SavedQuestion): string {
  if (!saved.result || verdictOf(saved) === null) return '';
  const [computed, answered] = [saved.result.as_of, saved.created_at].map((at) =>
    dayTime(at, locale()),
  ) as [string, string];
  return computed === answered ? '' : ` · ${boardTexts().verdictOf(answered)}`;
}
