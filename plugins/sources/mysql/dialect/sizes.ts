import {
  each,
  filled,
  indented,
  repeated,
  replaced,
  rewritten,
  type SizeRule,
  type SizeRules,
  separated,
  sized,
  times,
} from '#src/sql/select/size-rules.ts';

/** A replacement goes over the text again at each match, uninterrupted: at 1 MB for minutes. */
const searched: SizeRule = (call) => {
  const bytes = call.args[0]?.bytes ?? 0;
  return sized(Math.max(rewritten(call).bytes, bytes ** 2 / 1_000));
};

/** How large the results of functions are. The server bounds each at `max_allowed_packet` besides. */
export const SIZES: SizeRules = {
  results: new Map([
    ...each('repeat', repeated),
    ...each('lpad rpad', filled(1, 4)),
    ...each('space', filled(0)),
    ...each('replace', replaced),
    ...each('regexp_replace', searched),
    ...each('concat_ws', separated),
    ...each(
      'hex json_quote quote to_base64 json_array json_object json_compact json_loose',
      times(2),
    ),
    ...each('date_format time_format st_astext st_aswkt st_asgeojson weight_string', times(6)),
    ...each('export_set', times(64)),
    ...each('json_detailed json_pretty', indented),
  ]),
  collects: new Set(['group_concat', 'json_arrayagg', 'json_objectagg']),
};
