/** A sentence for each decline reason. It introduces declines whose own sentence has no translation. */
export const REASONS = {
  no_safe_sql: "Plumbline couldn't write a safe query for this question.",
  not_in_data: "The data doesn't contain an answer to this question.",
  ambiguous: 'The question has more than one meaning.',
  value_not_found: "A value in the question isn't in the data.",
  out_of_scope: "The data can't answer this question.",
  unsupported_question: "Plumbline couldn't understand this question reliably.",
  source_unavailable: "The data can't be reached right now.",
} as const;
