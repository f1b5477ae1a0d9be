import {
  constant,
  each,
  elements,
  filled,
  formatted,
  indented,
  joined,
  largest,
  multiplied,
  numberOf,
  parted,
  repeated,
  replaced,
  resized,
  rewritten,
  type SizedCall,
  type SizeRules,
  separated,
  seriesOf,
  sized,
  times,
  together,
  writtenSize,
} from '#src/sql/select/size-rules.ts';

/** Digits that a NUMERIC may have before and after its point. */
const LONGEST_NUMBER = 150_000;

/** A power: the exponent's number of times the digits of its base where that is written out. */
function power(call: SizedCall) {
  const exponent = call.nodes[1] ? numberOf(call.nodes[1]) : null;
  const digits = (call.args[0]?.bytes ?? 0) * Math.max(1, exponent ?? LONGEST_NUMBER);
  return sized(
    Math.min(LONGEST_NUMBER, exponent !== null && exponent < 0 ? LONGEST_NUMBER : digits),
  );
}

/** `polygon(n, circle)` has n corners; other forms are no larger than what they are made of. */
const polygon = (call: SizedCall) =>
  call.args.length === 2 ? sized(writtenSize(call, 0) * 16) : together(call);

/** How large the results of functions are. The server bounds no memory, but a value at 1 GB. */
export const SIZES: SizeRules = {
  results: new Map([
    ...each('repeat', repeated),
    ...each('lpad rpad', filled(1, 4)),
    ...each('array_fill', resized(1)),
    ...each('polygon', polygon),
    ...each('generate_series', seriesOf),
    ...each('format', formatted),
    ...each('replace array_replace', replaced),
    ...each('regexp_replace', rewritten),
    ...each('ts_headline jsonb_path_query_array jsonb_path_query_array_tz', multiplied),
    // What was measured of each range.
    ...each('range_agg', constant(3_500)),
    ...each('concat_ws', separated),
    ...each('array_to_string', joined),
    ...each('string_to_array string_to_table regexp_split_to_array regexp_split_to_table', parted),
    ...each('regexp_matches to_tsvector json_to_tsvector jsonb_to_tsvector', parted),
    ...each('unnest', ({ args: [list = sized(1)] }) => ({ ...list, bytes: list.each })),
    ...each('json_array_elements json_array_elements_text json_object_keys json_each', elements),
    ...each(
      'jsonb_array_elements jsonb_array_elements_text jsonb_object_keys jsonb_each',
      elements,
    ),
    ...each('json_each_text jsonb_each_text jsonb_path_query jsonb_path_query_tz', elements),
    ...each('json_to_recordset jsonb_to_recordset', elements),
    ...each('round trunc', (call) =>
      filled(numberOf(call.nodes[1] ?? call.nodes[0]!) ? 1 : 9)(call),
    ),
    ...each('^ power pow', power),
    ...each('factorial exp !!', constant(LONGEST_NUMBER)),
    ...each('quote_ident quote_literal quote_nullable to_json to_jsonb row_to_json', times(2)),
    ...each('json_build_array json_build_object jsonb_build_array jsonb_build_object', times(2)),
    ...each('array_to_json normalize', times(2)),
    ...each('encode convert_to convert', times(2)),
    ...each('to_char', times(3)),
    ...each('jsonb_pretty', indented),
    ...each('translate', largest),
  ]),
  collects: new Set([
    ...['array_agg', 'string_agg', 'json_agg', 'jsonb_agg', 'json_arrayagg', 'json_objectagg'],
    ...['json_object_agg', 'jsonb_object_agg', 'range_agg'],
  ]),
};
