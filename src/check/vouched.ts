import type { Check, Verification } from '#src/check/types.ts';
import type { CatalogMetric } from '#src/plugin-api/catalog.ts';

/** What people vouch for in a statement. */
export interface Vouched {
  /** Metrics that the statement computes as they are signed. */
  readonly metrics: readonly CatalogMetric[];
  /** Whether the statement is that of an approved example. */
  readonly example: boolean;
}

/**
 * The verdict with what people vouch for: a checked answer that computes a signed metric, or is an approved example, is
 * `verified`; a warning stays one. Metrics that nobody signed verify nothing.
 */
export function withVouched(verdict: Verification, { metrics, example }: Vouched): Verification {
  const signed = metrics.filter(({ signedBy }) => signedBy !== null);
  const names = signed.map(({ name }) => name);
  if (names.length === 0 && !example) return verdict;
  const details = [
    ...signed.map(({ name, signedBy }) => `The metric ${name} is certified by ${signedBy}.`),
    ...(example ? ['The SQL comes from an approved example.'] : []),
  ];
  const check: Check = {
    name: example ? 'approved_example' : 'signed_metric',
    outcome: 'passed',
    detail: details.join(' '),
  };
  const checks = [...verdict.checks, check];
  if (verdict.status !== 'checked') return { ...verdict, metrics: names, checks };
  const reason = `${verdict.reason} ${details.join(' ')}`;
  return { status: 'verified', metrics: names, reason, checks };
}
