import { settingsProblem } from '#src/charts/settings.ts';
import type { Chart, ChartSettings } from '#src/charts/types.ts';
import { AppError } from '#src/errors.ts';

/** Fails with `unprocessable` where none of the charts allows the settings: that of an answer, or of its rows of today. */
export function refuseSettings(
  settings: ChartSettings | null | undefined,
  charts: readonly (Chart | null)[],
  columns: readonly string[],
): void {
  if (!settings) return;
  const problems = charts.map((one) => settingsProblem(one, columns, settings));
  const [msg] = problems;
  if (msg == null || problems.includes(null)) return;
  throw new AppError('unprocessable', msg, {
    detail: [{ loc: ['body', 'chart'], msg, type: 'chart' }],
  });
}
