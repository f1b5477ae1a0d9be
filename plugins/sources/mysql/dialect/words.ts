const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.trim().split(/\s+/)));

/** Words that MariaDB 10.11 does not take as a name without backticks (tried one by one). */
const MARIADB = words(
  'accessible add all alter analyze and as asc asensitive before between bigint binary blob both by call cascade case',
  'change char character check collate column condition constraint continue convert create cross current_date',
  'current_role current_time current_timestamp current_user cursor databases day_hour day_microsecond day_minute',
  'day_second dec decimal declare default delayed delete delete_domain_id desc describe deterministic distinct',
  'distinctrow div do_domain_ids double drop dual each else elseif enclosed escaped except exists exit explain false',
  'fetch float float4 float8 for force foreign from fulltext grant group having high_priority hour_microsecond',
  'hour_minute hour_second if ignore ignore_domain_ids in index infile inner inout insensitive insert int int1 int2 int3',
  'int4 int8 integer intersect interval into is iterate join key keys kill leading leave left like limit linear lines',
  'load localtime localtimestamp lock long longblob longtext loop low_priority master_demote_to_replica',
  'master_demote_to_slave master_ssl_verify_server_cert match maxvalue mediumblob mediumint mediumtext middleint',
  'minute_microsecond minute_second mod modifies natural no_write_to_binlog not null numeric offset on optimize optionally',
  'or order out outer outfile over page_checksum parse_vcol_expr partition portion precision primary procedure purge',
  'range read read_write reads real recursive ref_system_id references regexp release rename repeat replace require',
  'resignal restrict return returning revoke right rlike row_number rows schemas second_microsecond select sensitive',
  'separator set show signal smallint spatial specific sql sql_big_result sql_calc_found_rows sql_small_result',
  'sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent stats_sample_pages straight_join',
  'table terminated then tinyblob tinyint tinytext to trailing trigger true undo union unique unlock unsigned update',
  'usage use using utc_date utc_time utc_timestamp values varbinary varchar varcharacter varying when where while with',
  'write xor year_month zerofill',
);

/** Words that only MySQL 8 and 9 reserve. A statement for MariaDB may use them as names. */
const MYSQL = words(
  'array cube cume_dist dense_rank empty first_value function generated get grouping groups io_after_gtids io_before_gtids',
  'json_table lag last_value lateral lead library manual master_bind member nth_value ntile of optimizer_costs parallel',
  'percent_rank qualify rank row stored sql_buffer_result sql_cache sql_no_cache system tablesample virtual window',
);

/** Whether a word cannot be a name without backticks on some server. `word` is in lower case. */
export const needsQuotes = (word: string) => MARIADB.has(word) || MYSQL.has(word);

/** Words that end what stands before them on any server, so that they are never taken as a name here. */
const CLAUSES = words(
  'window lateral tablesample qualify sql_no_cache sql_cache sql_buffer_result',
);

/** Whether a word is no name without backticks in this parser. `word` is in lower case. */
export const isReserved = (word: string) => MARIADB.has(word) || CLAUSES.has(word);

/** Reserved words that are functions when a bracket follows. */
export const FUNCTION_WORDS = words(
  'char if insert interval left mod repeat replace right row_number',
  'current_date current_time current_timestamp localtime localtimestamp utc_date utc_time utc_timestamp',
);

/** Words that are values without brackets. */
export const VALUE_WORDS = words(
  'current_date current_time current_timestamp localtime localtimestamp utc_date utc_time utc_timestamp',
);

/** Units of INTERVAL, EXTRACT and TIMESTAMPDIFF. */
export const UNITS = words(
  'microsecond second minute hour day week month quarter year second_microsecond minute_microsecond minute_second',
  'hour_microsecond hour_second hour_minute day_microsecond day_second day_minute day_hour year_month',
  'sql_tsi_second sql_tsi_minute sql_tsi_hour sql_tsi_day sql_tsi_week sql_tsi_month sql_tsi_quarter sql_tsi_year',
);

/** Character sets that a text may name: those in which every server reads the bytes of ASCII as ASCII. */
export const CHARSETS = words('utf8mb4 utf8mb3 utf8 latin1 ascii binary');
