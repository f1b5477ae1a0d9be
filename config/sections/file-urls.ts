import { z } from 'zod';
import { count, MINUTE, milliseconds, section, textList } from '../units.ts';

export const fileUrls = section({
  enabled: z.boolean().default(true).describe('Whether files can be fetched from URLs'),
  allow_private_hosts: z
    .boolean()
    .default(false)
    .describe(
      'Whether files can come from private networks and http:// URLs; not with open signup',
    ),
  allowed_hosts: textList
    .default([])
    .describe('Hosts, addresses and networks that files can always come from'),
  dns_timeout_ms: milliseconds(5_000, 100, MINUTE, 'Timeout for resolving a host name'),
  timeout_ms: milliseconds(MINUTE, 100, 10 * MINUTE, 'Timeout for fetching a file'),
  max_redirects: count(5, 0, 5, 'Maximum redirects; each address is checked'),
  max_refreshed: count(50, 1, 10_000, 'Maximum files per workspace that are refreshed'),
  attempts: count(3, 1, 20, 'Attempts of a refresh'),
});
