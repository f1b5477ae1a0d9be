/**
 * What is asked of the server's own catalog; names resolve in `pg_catalog` alone, as everywhere. `$1`: JSON array of
 * schema names, or `null` for all but the system's.
 */

/**
 * Relations that the user may read: tables, partitioned tables without their partitions, views and materialized views;
 * no table that inherits another that the user may read and adds no column to it, which is a partition by inheritance;
 * none that an extension brought, and none that reads another server or a file (foreign tables, what has them as
 * partitions, and what they inherit from).
 */
const VISIBLE = `above_foreign AS (
  SELECT i.inhparent AS oid FROM pg_inherits i JOIN pg_class f ON f.oid = i.inhrelid WHERE f.relkind = 'f'
  UNION
  SELECT i.inhparent FROM above_foreign a JOIN pg_inherits i ON i.inhrelid = a.oid),
visible AS (
  SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, c.relhassubclass
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition AND c.relispopulated
    AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND ($1 = 'null' OR n.nspname IN
      (SELECT json_array_elements_text(CASE WHEN $1 = 'null' THEN '[]' ELSE $1 END::json)))
    AND has_schema_privilege(n.oid, 'USAGE')
    AND has_any_column_privilege(c.oid, 'SELECT')
    AND c.oid NOT IN (SELECT oid FROM above_foreign)
    AND NOT (EXISTS (SELECT FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent
          WHERE i.inhrelid = c.oid AND has_schema_privilege(p.relnamespace, 'USAGE')
            AND has_table_privilege(p.oid, 'SELECT')
            AND p.oid NOT IN (SELECT oid FROM above_foreign)
            AND ($1 = 'null' OR p.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN
              (SELECT json_array_elements_text(CASE WHEN $1 = 'null' THEN '[]' ELSE $1 END::json)))))
      AND NOT EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attinhcount = 0))
    AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'))`;

/** oid, schema, name, kind, rows as the server last counted them (-1: unknown), comment. */
export const RELATIONS = `WITH RECURSIVE ${VISIBLE},
  heirs AS (
    SELECT v.oid AS root, v.oid, v.reltuples FROM visible v WHERE v.relkind = 'r' AND v.relhassubclass
    UNION
    SELECT h.root, c.oid, c.reltuples
    FROM heirs h JOIN pg_inherits i ON i.inhparent = h.oid JOIN pg_class c ON c.oid = i.inhrelid)
  SELECT v.oid, v.nspname, v.relname, v.relkind,
    CASE WHEN v.relkind = 'p' THEN (SELECT CASE WHEN min(p.reltuples) < 0 THEN -1 ELSE sum(p.reltuples) END
      FROM pg_partition_tree(v.oid) t JOIN pg_class p ON p.oid = t.relid
      WHERE t.isleaf AND p.relkind = 'r')
    WHEN v.relhassubclass THEN (SELECT CASE WHEN min(h.reltuples) < 0 THEN -1 ELSE sum(h.reltuples) END FROM heirs h
      WHERE h.root = v.oid)
    WHEN v.relkind IN ('r', 'm') AND v.reltuples > 0 THEN v.reltuples ELSE -1 END,
    obj_description(v.oid, 'pg_class')
  FROM visible v
  ORDER BY v.nspname, v.relname`;

/**
 * Relation, name, declared type, the type below its domains (oid, kind, category), whether NULL is refused, comment,
 * labels of an enum (JSON). Columns that the user may not read are left out.
 */
export const COLUMNS = `WITH RECURSIVE ${VISIBLE},
  domains AS (
    SELECT oid, typbasetype AS base, typnotnull FROM pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT d.oid, t.typbasetype, d.typnotnull OR t.typnotnull
    FROM domains d JOIN pg_type t ON t.oid = d.base WHERE t.typtype = 'd')
  SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod),
    t.oid, t.typtype, t.typcategory, a.attnotnull OR COALESCE(d.typnotnull, false),
    col_description(a.attrelid, a.attnum),
    CASE WHEN t.typtype = 'e' THEN (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder)
      FROM pg_enum e WHERE e.enumtypid = t.oid) END
  FROM visible v
    JOIN pg_attribute a ON a.attrelid = v.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN (SELECT d.* FROM domains d JOIN pg_type b ON b.oid = d.base
      WHERE b.typtype <> 'd') d ON d.oid = a.atttypid
    JOIN pg_type t ON t.oid = COALESCE(d.base, a.atttypid)
  WHERE has_column_privilege(v.oid, a.attnum, 'SELECT')
  ORDER BY a.attrelid, a.attnum`;

const NAMES = (relation: string, numbers: string) =>
  `(SELECT json_agg(a.attname ORDER BY u.n)
    FROM unnest(${numbers}) WITH ORDINALITY AS u(attnum, n)
    JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.attnum)`;

/**
 * Relation, kind (p, f), columns (JSON), schema and name of the relation referred to, its columns (JSON), schema and
 * name of the relation itself.
 */
export const CONSTRAINTS = `WITH RECURSIVE ${VISIBLE}
  SELECT k.conrelid, k.contype, ${NAMES('k.conrelid', 'k.conkey')},
    n.nspname, c.relname, ${NAMES('k.confrelid', 'k.confkey')}, v.nspname, v.relname
  FROM visible v JOIN pg_constraint k ON k.conrelid = v.oid
    LEFT JOIN pg_class c ON c.oid = k.confrelid
    LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype IN ('p', 'f') AND k.conparentid = 0
  ORDER BY k.conrelid, k.contype, k.conname`;

/** Relation and columns (JSON) of unique indexes over whole tables; whether no column of it may be NULL. */
export const UNIQUE_INDEXES = `WITH RECURSIVE ${VISIBLE}
  SELECT i.indrelid, ${NAMES('i.indrelid', '(i.indkey::int2[])[0:i.indnkeyatts - 1]')},
    NOT EXISTS (SELECT FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
      WHERE k.n <= i.indnkeyatts AND NOT a.attnotnull)
  FROM visible v JOIN pg_index i ON i.indrelid = v.oid
  WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
  ORDER BY i.indrelid, i.indnkeyatts, i.indexrelid`;

/**
 * What each view reads, through other views too: the view, the view or foreign table that it reaches (itself
 * included; what has foreign tables below it counts as one), its kind (v, f).
 */
export const REACHED = `WITH RECURSIVE ${VISIBLE},
  reached AS (
    SELECT v.oid AS root, v.oid, v.relkind FROM visible v WHERE v.relkind = 'v'
    UNION
    SELECT r.root, c.oid, c.relkind
    FROM reached r JOIN pg_rewrite w ON w.ev_class = r.oid
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
        AND d.refclassid = 'pg_class'::regclass
      JOIN pg_class c ON c.oid = d.refobjid
    WHERE r.relkind = 'v')
  SELECT root, oid, CASE WHEN oid IN (SELECT oid FROM above_foreign) THEN 'f' ELSE relkind END
  FROM reached WHERE relkind IN ('v', 'f') OR oid IN (SELECT oid FROM above_foreign)`;

/** Views by their oids (`$1`, JSON) with their definitions, names in full. */
export const DEFINITIONS = `SELECT v, pg_get_viewdef(v::oid)
  FROM json_array_elements_text($1::json) AS j(v)`;

/** Enums, as `schema.name`: the types of users that run no code. */
export const ENUMS = `SELECT n.nspname || '.' || t.typname
  FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'e'`;
