/**
 * Functions that a statement may call: those of MySQL 5.7 to 9 and MariaDB 10 to 11, by hand. Left out is everything
 * that waits, locks, reads or sets variables, files, sequences, sessions, settings or the server's state, that runs or
 * repeats other expressions (BENCHMARK), that puts values into error texts (EXTRACTVALUE, UPDATEXML, NAME_CONST), that
 * uses a key of the server, and that gives another answer on every call (RAND, UUID). What is not named here is refused:
 * user functions, loadable functions, and functions of a new version.
 */

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.trim().split(/\s+/)));

/** With and without OVER. */
export const AGGREGATES = words(
  'any_value avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max min std stddev stddev_pop',
  'stddev_samp sum var_pop var_samp variance',
);

/** With OVER alone. */
export const WINDOW_ONLY = words(
  'cume_dist dense_rank first_value lag last_value lead median nth_value ntile percent_rank percentile_cont',
  'percentile_disc rank row_number',
);

export const SCALARS = words(
  // choices
  'coalesce elt field greatest if ifnull interval isnull least nullif nvl nvl2 grouping strcmp',
  // numbers
  'abs acos asin atan atan2 bin bit_count ceil ceiling conv cos cot crc32 degrees exp floor format ln log log10 log2 mod',
  'oct pi pow power radians round sign sin sqrt tan truncate',
  // text
  'ascii bit_length char char_length character_length charset chr coercibility collation concat concat_ws export_set',
  'find_in_set from_base64 hex insert instr lcase left length locate lower lpad ltrim make_set md5 mid octet_length ord',
  'position quote regexp_instr regexp_like regexp_replace regexp_substr repeat replace reverse right rpad rtrim sha sha1',
  'sha2 soundex space substr substring substring_index to_base64 to_char trim ucase unhex upper weight_string',
  // dates and times
  'adddate addtime add_months convert_tz curdate current_date current_time current_timestamp curtime date date_add',
  'date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime get_format',
  'hour last_day localtime localtimestamp makedate maketime microsecond minute month monthname now period_add',
  'period_diff quarter sec_to_time second str_to_date subdate subtime sysdate time time_format time_to_sec timediff',
  'timestamp timestampadd timestampdiff to_days to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday',
  'weekofyear year yearweek',
  // JSON
  'json_array json_array_append json_array_insert json_compact json_contains json_contains_path json_depth',
  'json_detailed json_equals json_exists json_extract json_insert json_keys json_length json_loose json_merge',
  'json_merge_patch json_merge_preserve json_normalize json_object json_overlaps json_pretty json_query json_quote',
  'json_remove json_replace json_search json_set json_type json_unquote json_valid json_value',
  // network addresses and identifiers
  'bin_to_uuid inet6_aton inet6_ntoa inet_aton inet_ntoa is_ipv4 is_ipv4_compat is_ipv4_mapped is_ipv6 is_uuid',
  'uuid_to_bin',
  // geometry
  'geometrycollection linestring mbrcontains mbrdisjoint mbrequal mbrequals mbrintersects mbroverlaps mbrtouches',
  'mbrwithin multilinestring multipoint multipolygon point polygon st_area st_asgeojson st_asbinary st_astext st_aswkb',
  'st_aswkt st_boundary st_centroid st_contains st_convexhull st_crosses st_difference st_dimension st_disjoint',
  'st_distance st_distance_sphere st_endpoint st_envelope st_equals st_exteriorring st_geohash st_geomcollfromtext',
  'st_geometryfromtext st_geometryfromwkb st_geometryn st_geometrytype st_geomfromgeojson st_geomfromtext',
  'st_geomfromwkb st_interiorringn st_intersection st_intersects st_isclosed st_isempty st_isring st_issimple',
  'st_isvalid st_latfromgeohash st_latitude st_length st_linefromtext st_linestringfromtext st_linestringfromwkb',
  'st_longfromgeohash st_longitude st_numgeometries st_numinteriorrings st_numpoints st_overlaps st_pointfromgeohash',
  'st_pointfromtext st_pointn st_pointonsurface st_polygonfromtext st_polygonfromwkb st_simplify st_srid st_startpoint',
  'st_symdifference st_touches st_union st_validate st_within st_x st_y',
);
