import { count, section } from '../units.ts';

export const accounts = section({
  max_keys: count(1_000, 1, 1_000_000, 'Living keys of an account'),
  max_tenants: count(10_000, 1, 1_000_000, 'Tenants of an account'),
  max_workspaces: count(1_000, 1, 100_000, 'Workspaces of a tenant'),
  max_grace_seconds: count(
    7 * 24 * 3_600,
    0,
    90 * 24 * 3_600,
    'How long a rotated key may go on working (seconds)',
  ),
});
