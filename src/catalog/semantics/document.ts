import { z } from 'zod';
import type { ColumnKind } from '#src/plugin-api/catalog.ts';

const name = z.string().trim().min(1).max(200);
const text = z.string().trim().max(2_000);
const sqlText = z.string().trim().min(1).max(4_000);
const synonyms = z.array(z.string().trim().min(1).max(100)).max(50);
const columnSet = z
  .strictObject({ table: name, columns: z.array(name).min(1).max(16) })
  .meta({ id: 'SemanticColumnSet' });

const metric = z
  .strictObject({
    name: name.meta({ description: 'Name used in questions' }),
    synonyms: synonyms.default([]),
    table: name,
    expression: sqlText.meta({ description: 'An aggregate in SQL, e.g. `SUM(quantity * price)`' }),
    filters: z.array(sqlText).max(20).default([]).meta({ description: 'Conditions in SQL' }),
    description: text.nullable().default(null),
    signed_by: name.nullable().default(null).meta({ description: 'Who certified it' }),
  })
  .meta({ id: 'SemanticMetric' });

export const cardinality = z.enum(['many-to-one', 'one-to-one']).meta({ id: 'Cardinality' });
const relationship = z
  .strictObject({
    from: columnSet,
    to: columnSet,
    cardinality,
  })
  .meta({ id: 'SemanticRelationship' });

const column = z
  .strictObject({
    table: name,
    column: name,
    description: text.nullable().optional(),
    synonyms: synonyms.optional(),
    unit: z.string().trim().max(40).nullable().optional(),
    kind: z.enum(['measure', 'dimension', 'time', 'id']).optional(),
    additive: z.union([z.boolean(), z.literal('snapshot')]).optional(),
  })
  .meta({ id: 'SemanticColumn', description: 'Absent fields keep the discovered value.' });

const synonym = z
  .strictObject({
    table: name,
    column: name.nullable().default(null).meta({ description: 'Null: the table itself' }),
    synonyms,
  })
  .meta({ id: 'SemanticSynonyms' });

const value = z
  .strictObject({ table: name, column: name, value: z.string().min(1).max(200), synonyms })
  .meta({ id: 'SemanticValue' });

/** Body of `GET|PUT …/semantics`. */
export const semanticsDocument = z
  .strictObject({
    metrics: z.array(metric).max(500).default([]),
    relationships: z
      .array(relationship)
      .max(5_000)
      .optional()
      .meta({ description: 'All relationships; if absent, the discovered ones' }),
    columns: z.array(column).max(20_000).default([]),
    synonyms: z.array(synonym).max(5_000).optional().meta({
      description: 'Additional names for tables and columns',
    }),
    values: z.array(value).max(5_000).default([]),
    row_filter: z.string().trim().min(1).max(2_000).nullable().optional().meta({
      description:
        "Limits everyone to rows with these values: `tenant_id = 42 AND region IN ('EU', 'UK')`",
    }),
    shared_tables: z.array(name).max(5_000).optional().meta({
      description: 'Tables without the filter columns that stay visible under row filters',
    }),
    rules: z.array(text.min(1)).max(200).default([]),
    examples: z
      .array(z.strictObject({ question: text.min(1), sql: sqlText }))
      .max(500)
      .default([]),
  })
  .meta({ id: 'Semantics' });

/** What the data of a workspace means, as people edit and sign it. */
export type SemanticsDocument = z.output<typeof semanticsDocument>;
export type SemanticColumn = SemanticsDocument['columns'][number];
export type SemanticMetric = SemanticsDocument['metrics'][number];
export type SemanticRelationship = NonNullable<SemanticsDocument['relationships']>[number];

export const kindOf = (kind: NonNullable<SemanticColumn['kind']>): ColumnKind =>
  kind === 'id' ? 'identifier' : kind;
