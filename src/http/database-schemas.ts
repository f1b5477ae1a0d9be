import { z } from 'zod';
import { schemaProgress } from './wire-enums.ts';

/** Schemas of connected databases as they go over the wire. */

const name = z.string().min(1).max(255);
const patterns = z.array(z.string().trim().min(1).max(255)).max(1_000);

const connection = {
  workspace_id: z.string().min(1).optional().meta({
    description:
      'If absent, the database serves all workspaces of the tenant that have no data of their own',
  }),
  type: z.string().max(255).optional().meta({
    description: "postgres, mysql (also MariaDB) or a plugin's type; not needed with `url`",
  }),
  url: z.string().max(4_096).optional().meta({
    description:
      'postgres://user:password@host:port/database?sslmode=require, instead of separate fields. Supports the options sslmode and schema',
  }),
  host: z.string().min(1).max(300).optional(),
  port: z.int().min(1).max(65_535).optional(),
  database: name.optional(),
  user: name.optional(),
  password: z.string().max(2_048).optional(),
  ssl: z
    .strictObject({
      mode: z.enum(['disable', 'prefer', 'require', 'verify-ca', 'verify-full']),
      ca: z.string().max(65_536).optional().meta({ description: 'PEM' }),
    })
    .optional(),
  schemas: z.array(name).max(100).optional(),
  tables: z
    .strictObject({ include: patterns.optional(), exclude: patterns.optional() })
    .optional()
    .meta({ description: 'Names or schema.name; * matches anything' }),
};

export const connectionBody = z.strictObject(connection).meta({ id: 'DatabaseConnection' });
export const databaseTestBody = connectionBody.default({});

const about = {
  type: z.string(),
  host: z.string(),
  port: z.int(),
  database: z.string(),
  user: z.string(),
};
const record = {
  client_id: z.string(),
  workspace_id: z.string().nullable(),
  ...about,
  schema_status: schemaProgress,
  read_only: z.boolean().meta({ description: 'Whether the database user is read-only' }),
  warnings: z.array(z.string()),
};

export const databaseRecord = z.strictObject(record).meta({ id: 'Database' });

export const databaseDetails = z
  .strictObject({
    ...record,
    server_version: z.string(),
    ssl_mode: z.string(),
    schemas: z.array(z.string()).nullable(),
    tables: z.object({
      include: z.array(z.string()).nullable(),
      exclude: z.array(z.string()),
    }),
    created_at: z.string(),
  })
  .meta({ id: 'DatabaseDetails', 'x-extends': 'Database' });

export const databaseTest = z
  .strictObject({
    ok: z.literal(true),
    ...about,
    server_version: z.string(),
    read_only: z.boolean(),
    warnings: z.array(z.string()),
    tls: z
      .strictObject({
        protocol: z.string(),
        fingerprint_sha256: z.string(),
        subject: z.string(),
        issuer: z
          .string()
          .meta({ description: 'Issuer of the certificate', example: 'Example CA' }),
        valid_from: z.string(),
        valid_to: z.string(),
        checked: z.boolean(),
      })
      .nullable()
      .meta({ description: "Certificate of the server; null if the connection isn't encrypted" }),
  })
  .meta({ id: 'DatabaseTest' });
