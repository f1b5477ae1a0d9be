import { lookupTable } from '#src/sql/lookup-table.ts';
import type { SizeRules } from '#src/sql/select/rules.ts';

/** Which argument of a function is a size, from 0; the argument may be left out. */
const SIZE_ARGUMENT: Readonly<Record<string, number>> = lookupTable({
  repeat: 1,
  lpad: 1,
  rpad: 1,
  list_resize: 1,
  array_resize: 1,
  bitstring: 1,
  equi_width_bins: 2,
  to_base: 2,
  bar: 3,
});
/** Aggregates that keep the n best values: argument n. */
const KEEPS_N: Readonly<Record<string, number>> = lookupTable({
  min: 1,
  max: 1,
  approx_top_k: 1,
  arg_max: 2,
  arg_min: 2,
  argmax: 2,
  argmin: 2,
  max_by: 2,
  min_by: 2,
});
/** Functions whose result holds all their arguments: a value named twice in one doubles. */
const JOINS = new Set(
  [
    '||',
    'concat',
    'concat_ws',
    'list_concat',
    'array_concat',
    'list_cat',
    'array_cat',
    'list_value',
    'list_pack',
  ]
    .concat([
      'array_value',
      'row',
      'struct_pack',
      'struct_insert',
      'struct_concat',
      'map',
      'map_concat',
    ])
    .concat([
      'json_object',
      'json_array',
      'json_merge_patch',
      'format',
      'printf',
      'list_zip',
      'array_zip',
    ])
    .concat(['array_append', 'list_append', 'list_prepend', 'array_prepend']),
);

/** Functions that quote or encode, and how many times as long the result may be. */
const LENGTHENS: Readonly<Record<string, number>> = lookupTable({
  hex: 2,
  to_hex: 2,
  bin: 8,
  to_binary: 8,
  url_encode: 3,
  base64: 2,
  to_base64: 2,
  json_quote: 2,
});

/** Aggregates whose result, or memory, holds a value of every row. */
const COLLECTING: ReadonlySet<string> = new Set(
  [
    'list array_agg string_agg group_concat listagg json_group_array json_group_object histogram',
    'histogram_exact median mode mad entropy quantile quantile_cont quantile_disc',
    'percentile_cont percentile_disc',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Bounds on functions that make much out of little (`repeat`, `lpad`, `range`, …). The engine cannot interrupt them, so
 * their sizes must stand in the statement as numbers. What remains is held by the memory limit of the engine process.
 */
export const SIZES: SizeRules = {
  sizeArgument: SIZE_ARGUMENT,
  keeps: KEEPS_N,
  folds: new Set(['list_reduce', 'array_reduce', 'reduce']),
  unfolds: new Set(['unnest']),
  series: new Set(['range', 'generate_series']),
  collects: COLLECTING,
  formats: new Set(['printf', 'format']),
  replaces: new Set(['replace', 'regexp_replace']),
  joins: JOINS,
  lengthens: LENGTHENS,
};
