import { expect } from 'chai';
import { type SchemaStatus, statusOfTenant } from '#src/http/tenant-status.ts';

const workspace = (status: SchemaStatus['status'], day: number | null = null): SchemaStatus => ({
  status,
  table_count: day ?? 0,
  discovered_at: day === null ? null : `2026-11-0${day}T00:00:00.000`,
  enrichment_completed_at: null,
  updated_at: day === null ? null : `2026-11-0${day}T00:00:00.000`,
  ...(status === 'failed' ? { error: 'The host is away.' } : {}),
});

describe('the schema status of a tenant', () => {
  const cases: readonly [SchemaStatus['status'][], SchemaStatus['status']][] = [
    [[], 'not_started'],
    [['not_started', 'ready'], 'ready'],
    [['ready', 'enriching'], 'enriching'],
    [['ready', 'failed', 'discovering', 'enriching'], 'discovering'],
    [['ready', 'failed'], 'failed'],
  ];
  for (const [statuses, expected] of cases)
    it(`is ${expected} where its workspaces are ${statuses.join(', ') || 'none'}`, () => {
      const status = statusOfTenant(statuses.map((one) => workspace(one)));
      expect(status.status).to.equal(expected);
      expect(status.error).to.equal(expected === 'failed' ? 'The host is away.' : undefined);
    });

  it('counts all tables and tells the latest times', () => {
    expect(
      statusOfTenant([workspace('ready', 2), workspace('not_started'), workspace('ready', 3)]),
    ).to.deep.equal({
      ...workspace('ready', 3),
      table_count: 5,
    });
  });
});
