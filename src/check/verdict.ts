import type { Check, Verification } from '#src/check/types.ts';

export const NOT_APPLICABLE: Verification = {
  status: 'not_applicable',
  metrics: [],
  reason: '',
  checks: [],
};

/**
 * The verdict over checks: `failed` where one failed, `warning` where one warns, else `checked`. `verified` is
 * for what is added later: what people vouch for (`withVouched`), or a second reading that agrees.
 */
export function verdict(checks: readonly Check[]): Verification {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  const warned = checks.filter(({ outcome }) => outcome === 'warning');
  const status = failed.length > 0 ? 'failed' : warned.length > 0 ? 'warning' : 'checked';
  const telling = failed.length > 0 ? failed : warned;
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  const reason =
    telling.length > 0
      ? telling.map(({ detail }) => detail).join(' ')
      : `${passed === 1 ? '1 check' : `${passed} checks`} passed.`;
  return { status, metrics: [], reason, checks };
}
