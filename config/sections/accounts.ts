import { count, section } from '../units.ts';

export const accounts = section({
  max_keys: count(1_000, 1, 1_000_000, 'Maximum active keys per account'),
  max_tenants: count(10_000, 1, 1_000_000, 'Maximum tenants per account'),
  max_workspaces: count(1_000, 1, 100_000, 'Maximum workspaces per tenant'),
  max_grace_seconds: count(
    7 * 24 * 3_600,
    0,
    90 * 24 * 3_600,
    'Longest grace period of a rotated key (seconds)',
  ),
});
