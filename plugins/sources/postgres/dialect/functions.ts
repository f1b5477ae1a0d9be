/**
 * Functions and operators that a statement may use: from PostgreSQL's `pg_proc` and `pg_operator`, by hand. Left out is
 * everything that reads settings, catalogs, sessions, statistics, files or large objects, that runs or reads SQL text
 * (`query_to_xml`, `ts_stat`, `ts_rewrite`, …), that changes state, locks, waits, logs or throws at will, that makes
 * XML, and that gives another answer on every call (`random`, `clock_timestamp`, `nextval`). What is not named here is
 * refused, so that a function of a new version, of an extension or of a user starts out refused.
 */

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.trim().split(/\s+/)));

export const AGGREGATES = words(
  'any_value array_agg avg json_arrayagg json_objectagg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every json_agg',
  'json_object_agg jsonb_agg jsonb_object_agg max min mode percentile_cont percentile_disc range_agg',
  'range_intersect_agg regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy',
  'stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance',
  // with WITHIN GROUP; with OVER they are window functions
  'rank dense_rank percent_rank cume_dist',
);

export const WINDOW_FUNCTIONS = words('first_value lag last_value lead nth_value ntile row_number');

export const SCALARS = words(
  // forms of the grammar
  'coalesce greatest least nullif grouping current_date current_time current_timestamp localtime localtimestamp',
  // numbers
  'abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh cot cotd degrees',
  'div erf erfc exp factorial floor gamma gcd lgamma lcm ln log log10 min_scale mod pi pow power radians round scale',
  'sign sin sind sinh sqrt tan tand tanh trim_scale trunc width_bucket',
  'int2 int4 int8 float4 float8 numeric text varchar bpchar bool date time timetz timestamp timestamptz interval',
  // text and bytes
  'ascii bit_count bit_length btrim casefold char_length character_length chr concat concat_ws convert convert_from',
  'convert_to crc32 crc32c decode encode format get_bit get_byte initcap is_normalized left length like like_escape',
  'lower lpad ltrim md5 normalize notlike octet_length overlay parse_ident position quote_ident quote_literal',
  'quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_replace regexp_split_to_array regexp_substr',
  'repeat replace reverse right rpad rtrim set_bit set_byte sha224 sha256 sha384 sha512 similar_escape',
  'similar_to_escape split_part starts_with strip strpos substr substring to_ascii to_bin to_hex to_oct translate unistr',
  'upper int2send int4send int8send float4send float8send',
  // dates and times
  'age date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days justify_hours justify_interval',
  'make_date make_interval make_time make_timestamp make_timestamptz now overlaps statement_timestamp timezone to_char',
  'to_date to_number to_timestamp transaction_timestamp',
  // arrays
  'array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions',
  'array_prepend array_remove array_replace array_reverse array_sort array_to_json array_to_string array_to_tsvector',
  'array_upper cardinality string_to_array trim_array num_nonnulls num_nulls',
  // JSON
  'json_array_length json_build_array json_build_object json_extract_path json_extract_path_text json_object',
  'json_strip_nulls json_typeof jsonb_array_length jsonb_build_array jsonb_build_object jsonb_extract_path',
  'jsonb_extract_path_text jsonb_insert jsonb_object jsonb_path_exists jsonb_path_exists_tz jsonb_path_match',
  'jsonb_path_match_tz jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first',
  'jsonb_path_query_first_tz jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_typeof row_to_json to_json',
  'to_jsonb',
  // JSON of SQL:2016, and operators by name
  'json json_array json_exists json_query json_scalar json_serialize json_value jsonb_concat jsonb_contained',
  'jsonb_contains jsonb_delete jsonb_delete_path jsonb_exists jsonb_exists_all jsonb_exists_any',
  // ranges
  'range_adjacent range_contains range_contained_by range_intersect range_minus range_overlaps range_union daterange datemultirange int4range int4multirange int8range int8multirange isempty lower_inc lower_inf multirange',
  'numrange nummultirange range_merge tsrange tsmultirange tstzrange tstzmultirange upper_inc upper_inf',
  // shapes
  'area box bound_box center circle diagonal diameter height ishorizontal isparallel isperp isvertical isclosed isopen',
  'line lseg npoints path pclose point polygon popen radius slope width',
  // networks
  'abbrev broadcast family host hostmask inet_merge inet_same_family macaddr8_set7bit masklen netmask network set_masklen',
  // text search
  'json_to_tsvector jsonb_to_tsvector numnode phraseto_tsquery plainto_tsquery querytree setweight to_tsquery ts_lexize',
  'to_tsvector ts_delete ts_filter ts_headline ts_rank ts_rank_cd tsquery_phrase tsvector_to_array websearch_to_tsquery',
  // the rest
  'enum_first enum_last enum_range pg_column_size pg_size_bytes pg_size_pretty pg_typeof uuid_extract_timestamp uuid_extract_version',
);

type Columns = readonly string[] | null;

const named = (columns: Columns, names: string) =>
  names.split(' ').map((name): readonly [string, Columns] => [name, columns]);

/** Functions that give rows; null: one column, named by the alias or the function. */
export const TABLE_FUNCTIONS: ReadonlyMap<string, Columns> = new Map([
  ...named(null, 'generate_series generate_subscripts unnest regexp_matches regexp_split_to_table'),
  ...named(
    null,
    'string_to_table json_object_keys jsonb_object_keys jsonb_path_query jsonb_path_query_tz',
  ),
  // with a list of the columns in the statement
  ...named(null, 'json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset'),
  ...named(['value'], 'json_array_elements json_array_elements_text'),
  ...named(['value'], 'jsonb_array_elements jsonb_array_elements_text'),
  ...named(['key', 'value'], 'json_each json_each_text jsonb_each jsonb_each_text'),
]);

/** Operators of `pg_catalog`. */
export const OPERATORS = words(
  '+ - * / % ^ = <> != < <= > >= || & | # ~ << >> |/ ||/ @ !',
  '!! ~~ !~~ ~~* !~~* !~ ~* !~* ^@ ~<~ ~<=~ ~>~ ~>=~',
  '-> ->> #> #>> @> <@ ? ?| ?& #- @? @@ && &< &> -|- <<= >>=',
  '## <-> <<| |>> &<| |&> <^ >^ ?# ?- ?-| ?|| @-@ @@ ~= ~ *= *<> *< *<= *> *>=',
);
