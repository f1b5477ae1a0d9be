import { z } from 'zod';

const needed = (name: string) =>
  z.string({ error: `set s3.${name}, which the object store s3 needs` }).min(1);

/** The section `s3`; units and bounds are the configuration's. */
export const s3Settings = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }),
  region: z.string().min(1),
  bucket: needed('bucket'),
  prefix: z.string(),
  access_key_id: needed('access_key_id'),
  secret_access_key: needed('secret_access_key'),
  stall_ms: z.number().int().positive(),
  transfer_ms: z.number().int().positive(),
  attempts: z.number().int().positive(),
  retry_ms: z.number().int().nonnegative(),
  connections: z.number().int().positive(),
});

export type S3Settings = z.output<typeof s3Settings>;
