import { z } from 'zod';
import { bytes, count, KIB, MIB, section } from '../units.ts';

export const shares = section({
  public_links: z
    .boolean()
    .default(true)
    .describe('Whether answers and boards can be shared with public links'),
  default_days: count(7, 1, 365, 'Default lifetime of a public link (days)'),
  max_days: count(90, 1, 3_650, 'Maximum lifetime of a public link (days)'),
  max_snapshots: count(1_000, 1, 1_000_000, 'Maximum public links per workspace'),
  max_bytes: bytes(MIB, KIB, 16 * MIB, 'Maximum size of a shared snapshot, as JSON'),
  reads_per_address: count(120, 1, 1_000_000, 'Reads of public links per IP address and minute'),
});
