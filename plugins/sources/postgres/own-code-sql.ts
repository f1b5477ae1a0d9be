/**
 * What is asked of the server's catalog to know where its own objects could call code that is not PostgreSQL's. Names
 * resolve in `pg_catalog` alone.
 */

/** Object identifiers below are given when the server is made (`FirstNormalObjectId`): they are PostgreSQL's own. */
const FIRST_OF_USERS = 16_384;

/** Extensions whose functions in C are known to compute and nothing else. Their other functions count as a user's. */
const KNOWN_EXTENSIONS = [
  ...['btree_gin', 'btree_gist', 'citext', 'cube', 'earthdistance', 'fuzzystrmatch', 'hstore'],
  ...['intarray', 'isn', 'ltree', 'pg_trgm', 'pgcrypto', 'postgis', 'postgis_raster', 'seg'],
  ...['unaccent', 'uuid-ossp', 'vector'],
];

/**
 * `own`: functions that are not PostgreSQL's, nor in C of a known extension. In C, because whoever owns an extension
 * may add functions to it, but only a superuser makes one in C. `own_class`: operator classes that call one of them.
 */
const OWN = `own AS MATERIALIZED (
  SELECT p.oid FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  WHERE p.oid >= ${FIRST_OF_USERS} AND NOT (l.lanname IN ('c', 'internal') AND EXISTS (
    SELECT FROM pg_depend d JOIN pg_extension x ON x.oid = d.refobjid
    WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass
      AND d.deptype = 'e' AND x.extname IN (${KNOWN_EXTENSIONS.map((name) => `'${name}'`).join(', ')})))),
own_operator AS MATERIALIZED (
  SELECT o.oid FROM pg_operator o WHERE o.oid >= ${FIRST_OF_USERS} AND EXISTS (SELECT FROM own
    WHERE own.oid IN (o.oprcode, o.oprrest, o.oprjoin))),
own_family AS MATERIALIZED (
  SELECT amprocfamily AS oid FROM pg_amproc WHERE amproc IN (SELECT oid FROM own)
  UNION SELECT amopfamily FROM pg_amop WHERE amopopr IN (SELECT oid FROM own_operator)),
own_class AS MATERIALIZED (
  SELECT oid FROM pg_opclass WHERE oid >= ${FIRST_OF_USERS} AND opcfamily IN (SELECT oid FROM own_family))`;

/**
 * What makes types of users run code, as (fact, type, other type): `runs` with the reason (`cast`, `check`, `class`,
 * `range`), `output` where even writing a value out does, `has` for a type that values of the type are made of, `uses`
 * for one that comes into reach otherwise.
 */
export const TYPE_FACTS = `WITH ${OWN},
  checks AS (
    SELECT k.contypid AS type, d.refclassid, d.refobjid FROM pg_constraint k
      JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass AND d.objid = k.oid
    WHERE k.contypid <> 0)
  SELECT 'runs', v.type::text, 'cast' FROM pg_cast c CROSS JOIN LATERAL (VALUES (c.castsource), (c.casttarget)) AS v(type)
    WHERE v.type >= ${FIRST_OF_USERS} AND c.castfunc IN (SELECT oid FROM own)
  UNION ALL SELECT 'runs', type::text, 'check' FROM checks
    WHERE refclassid = 'pg_proc'::regclass AND refobjid IN (SELECT oid FROM own)
      OR refclassid = 'pg_operator'::regclass AND refobjid IN (SELECT oid FROM own_operator)
  UNION ALL SELECT 'uses', type::text, refobjid::text FROM checks
    WHERE refclassid = 'pg_type'::regclass AND refobjid <> type
  UNION ALL SELECT 'runs', opcintype::text, 'class' FROM pg_opclass
    WHERE opcintype >= ${FIRST_OF_USERS} AND oid IN (SELECT oid FROM own_class)
  UNION ALL SELECT 'runs', rngtypid::text, 'range' FROM pg_range
    WHERE rngcanonical IN (SELECT oid FROM own) OR rngsubdiff IN (SELECT oid FROM own)
      OR rngsubopc IN (SELECT oid FROM own_class)
  UNION ALL SELECT 'has', rngtypid::text, rngsubtype::text FROM pg_range WHERE rngsubtype >= ${FIRST_OF_USERS}
  UNION ALL SELECT 'output', oid::text, '' FROM pg_type
    WHERE typtype = 'b' AND oid >= ${FIRST_OF_USERS} AND EXISTS (SELECT FROM own
      WHERE own.oid IN (typinput, typoutput, typreceive, typsend, typmodin, typmodout))
  UNION ALL SELECT 'has', oid::text, typbasetype::text FROM pg_type
    WHERE typtype = 'd' AND oid >= ${FIRST_OF_USERS} AND typbasetype >= ${FIRST_OF_USERS}
  UNION ALL SELECT 'has', oid::text, typelem::text FROM pg_type
    WHERE oid >= ${FIRST_OF_USERS} AND typelem >= ${FIRST_OF_USERS}
  UNION ALL SELECT 'uses', oid::text, typarray::text FROM pg_type
    WHERE oid >= ${FIRST_OF_USERS} AND typarray <> 0
  UNION ALL SELECT 'has', t.oid::text, a.atttypid::text FROM pg_type t
      JOIN pg_attribute a ON a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE t.typtype = 'c' AND t.oid >= ${FIRST_OF_USERS} AND a.atttypid >= ${FIRST_OF_USERS}
  UNION ALL SELECT v.fact, v.type::text, v.other::text FROM pg_type t
      JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid
        AND d.refclassid = 'pg_type'::regclass
      CROSS JOIN LATERAL (VALUES ('has', t.oid, d.refobjid), ('uses', d.refobjid, t.oid)) AS v(fact, type, other)
    WHERE t.typtype = 'm' AND t.oid >= ${FIRST_OF_USERS}`;

/** Domains by their oid: the type that is below all of them, its name, and whether it is PostgreSQL's own. */
export const BASE_TYPES = `WITH RECURSIVE below AS (
    SELECT oid, typbasetype AS base FROM pg_type WHERE typtype = 'd' AND oid >= ${FIRST_OF_USERS}
    UNION ALL
    SELECT b.oid, t.typbasetype FROM below b JOIN pg_type t ON t.oid = b.base WHERE t.typtype = 'd')
  SELECT b.oid, t.typname, t.oid < ${FIRST_OF_USERS}
  FROM below b JOIN pg_type t ON t.oid = b.base WHERE t.typtype <> 'd'`;

/**
 * What of PostgreSQL's own types, functions and operators a superuser changed, in words. `$1`: JSON array of the
 * functions and operators that statements may use.
 */
export const CHANGED_BUILTINS = `WITH ${OWN},
  named AS (SELECT json_array_elements_text($1::json) AS name)
  SELECT format('the cast from %s to %s calls a function', format_type(castsource, NULL), format_type(casttarget, NULL))
    FROM pg_cast WHERE castsource < ${FIRST_OF_USERS} AND casttarget < ${FIRST_OF_USERS}
      AND castfunc IN (SELECT oid FROM own)
  UNION ALL SELECT format('the operator class %s orders or hashes the type %s', opcname, format_type(opcintype, NULL))
    FROM pg_opclass WHERE opcdefault AND opcintype < ${FIRST_OF_USERS} AND oid IN (SELECT oid FROM own_class)
  UNION ALL SELECT format('the operator family %s of PostgreSQL calls a function', opfname)
    FROM pg_opfamily WHERE oid < ${FIRST_OF_USERS} AND oid IN (SELECT oid FROM own_family)
  UNION ALL SELECT format('the function %s is in the schema pg_catalog', oid::regprocedure)
    FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND oid IN (SELECT oid FROM own)
      AND proname::text IN (SELECT name FROM named)
  UNION ALL SELECT format('the operator %s is in the schema pg_catalog', oid::regoperator)
    FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace AND oid IN (SELECT oid FROM own_operator)
      AND oprname::text IN (SELECT name FROM named)
  LIMIT 5`;

/**
 * Relations that run code when they are read or when a query of them is planned, and those that have them as partitions
 * or inherit from, as (relation, kind, text): `policy`, whether row security holds for this role (t, f); `key` of
 * partitions; `class` of an index; `statistics`; `computed` column; `expression` of an index with the expression, and
 * `inlined` where that calls a function whose body the planner may put in its place.
 */
export const RELATION_FACTS = `WITH RECURSIVE ${OWN},
  depends AS MATERIALIZED (
    SELECT d.classid, d.objid, d.objsubid, d.refclassid, d.refobjid FROM pg_depend d
    WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid IN (SELECT oid FROM own)
      OR d.refclassid = 'pg_operator'::regclass AND d.refobjid IN (SELECT oid FROM own_operator)
      OR d.refclassid = 'pg_opclass'::regclass AND d.refobjid IN (SELECT oid FROM own_class)),
  facts AS (
    SELECT p.polrelid AS oid, 'policy' AS kind, row_security_active(p.polrelid)::text AS text
      FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
        JOIN depends d ON d.classid = 'pg_policy'::regclass AND d.objid = p.oid
      WHERE c.relrowsecurity
    UNION SELECT c.oid, 'key', '' FROM pg_class c
        JOIN depends d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid
      WHERE c.relkind = 'p'
    UNION SELECT i.indrelid, CASE
        WHEN d.refclassid = 'pg_opclass'::regclass OR p.oid IS NULL THEN 'class'
        WHEN l.lanname = 'sql' AND p.proconfig IS NULL AND NOT p.prosecdef THEN 'inlined'
        ELSE 'expression' END,
        concat_ws(', ', pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid))
      FROM pg_index i JOIN depends d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
        LEFT JOIN pg_opclass o ON d.refclassid = 'pg_opclass'::regclass AND o.oid = d.refobjid
        LEFT JOIN pg_proc p ON d.refclassid = 'pg_proc'::regclass AND p.oid = d.refobjid
        LEFT JOIN pg_language l ON l.oid = p.prolang
      -- Columns of types of users are not read as they are, so that no condition meets their indexes.
      WHERE o.opcintype IS NULL OR o.opcintype < ${FIRST_OF_USERS}
    UNION SELECT s.stxrelid, 'statistics', '' FROM pg_statistic_ext s
        JOIN depends d ON d.classid = 'pg_statistic_ext'::regclass AND d.objid = s.oid
    UNION SELECT a.adrelid, 'computed', '' FROM pg_attrdef a
        JOIN pg_attribute c ON c.attrelid = a.adrelid AND c.attnum = a.adnum AND c.attgenerated = 'v'
        JOIN depends d ON d.classid = 'pg_attrdef'::regclass AND d.objid = a.oid),
  all_facts AS (
    SELECT oid, kind, text FROM facts
    UNION SELECT i.inhparent, f.kind, f.text FROM all_facts f JOIN pg_inherits i ON i.inhrelid = f.oid
      WHERE f.kind <> 'policy')
  SELECT oid, kind, text FROM all_facts`;

/**
 * What the rules of views need, as (view, kind, oid, extra): `code` for a function or operator that is not PostgreSQL's,
 * `type` for a type of a user, `relation` for what it reads, with the number of the column (0: of the table itself).
 */
export const VIEW_FACTS = `WITH ${OWN}
  SELECT DISTINCT w.ev_class, CASE
      WHEN d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass) THEN 'code'
      WHEN d.refclassid = 'pg_type'::regclass THEN 'type'
      ELSE 'relation' END, d.refobjid, d.refobjsubid
  FROM pg_rewrite w JOIN pg_class c ON c.oid = w.ev_class AND c.relkind IN ('v', 'm')
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
  WHERE c.oid >= ${FIRST_OF_USERS} AND (
    d.refclassid = 'pg_proc'::regclass AND d.refobjid IN (SELECT oid FROM own)
    OR d.refclassid = 'pg_operator'::regclass AND d.refobjid IN (SELECT oid FROM own_operator)
    OR d.refclassid = 'pg_type'::regclass AND d.refobjid >= ${FIRST_OF_USERS}
    OR d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid)`;

/**
 * Relations (`$1`, JSON of oids): oid, schema, name, kind, owner, whether a view reads with the rights of whoever asks,
 * whether row security holds for the owner, too, whether the owner passes all row security by, and the columns as JSON
 * of (number, name, type).
 */
export const RELATION_SHAPES = `SELECT c.oid, n.nspname, c.relname, c.relkind, c.relowner,
    'security_invoker=true' = ANY (COALESCE(c.reloptions, '{}')) OR 'security_invoker=on' = ANY (COALESCE(c.reloptions, '{}')),
    c.relforcerowsecurity, (SELECT r.rolsuper OR r.rolbypassrls FROM pg_roles r WHERE r.oid = c.relowner),
    (SELECT json_agg(json_build_array(a.attnum, a.attname, a.atttypid::text) ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.oid IN (SELECT v::oid FROM json_array_elements_text($1::json) AS j(v))`;
