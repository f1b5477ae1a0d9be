import { z } from 'zod';
import { cardinality } from './wire-enums.ts';

const columnSet = z
  .object({ table: z.string(), columns: z.array(z.string()) })
  .meta({ id: 'ColumnSet' });

const columnDescription = z
  .object({
    name: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    synonyms: z.array(z.string()),
    type: z.enum([
      'integer',
      'decimal',
      'float',
      'text',
      'date',
      'timestamp',
      'time',
      'boolean',
      'json',
      'binary',
      'other',
    ]),
    native_type: z.string(),
    nullable: z.boolean(),
    kind: z.enum(['measure', 'dimension', 'time', 'identifier']),
    unit: z.string().nullable(),
    additive: z.union([z.boolean(), z.literal('snapshot')]),
    sensitive: z.boolean(),
    personal: z.enum(['name', 'email', 'phone', 'address', 'birth', 'bank', 'id']).nullable(),
    distinct_count: z.int().nullable(),
    null_count: z.int().nullable(),
    min: z.string().nullable(),
    max: z.string().nullable(),
    sample_values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'Column' });

/** Response of `GET /clients/{client_id}/schema`: what `src/catalog/schema-view.ts` makes. */
export const schemaDescription = z
  .object({
    client_id: z.string(),
    workspace_id: z.string(),
    tables: z.array(
      z
        .object({
          table_name: z.string(),
          label: z.string(),
          description: z.string().nullable(),
          synonyms: z.array(z.string()),
          row_count: z.int().nullable(),
          primary_key: z.array(z.string()).nullable(),
          is_view: z.boolean(),
          notes: z.array(z.string()).meta({
            description:
              'What is left out or read differently, because reading it would run database functions',
          }),
          columns: z.array(columnDescription),
        })
        .meta({ id: 'Table' }),
    ),
    relationships: z.array(
      z
        .object({
          from: columnSet,
          to: columnSet,
          cardinality,
          source: z.enum(['declared', 'inferred', 'signed']),
          confidence: z.number(),
        })
        .meta({ id: 'Relationship' }),
    ),
  })
  .meta({ id: 'Schema' });
