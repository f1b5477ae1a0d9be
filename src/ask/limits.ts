import type { Config } from '#config/schema.ts';
import type { AskLimits } from '#src/ask/deps.ts';

/** The pipeline's limits as the configuration sets them. */
export function askLimits(config: Pick<Config, 'ask' | 'results' | 'catalog'>): AskLimits {
  const { ask, results, catalog } = config;
  return {
    maxQuestionChars: ask.max_question_chars,
    maxRows: ask.max_rows,
    maxAnswerBytes: ask.max_answer_bytes,
    maxCellChars: ask.max_cell_chars,
    maxResultRows: results.max_spool_rows,
    maxResultBytes: results.max_spool_bytes,
    maxRowBytes: results.max_row_bytes,
    queryTimeoutMs: ask.timeout_ms,
    totalTimeoutMs: ask.total_timeout_ms,
    withoutModelMs: Math.min(ask.without_model_ms, ask.total_timeout_ms / 2),
    maxAnalysisQueries: ask.max_analysis_queries,
    maxAnalysisRows: ask.max_analysis_rows,
    recordTimeoutMs: ask.record_timeout_ms,
    concurrent: ask.concurrent,
    nextQuestionsMs: ask.next_questions_ms,
    historyTurns: ask.history_turns,
    maxBreakdownGroups: ask.max_breakdown_groups,
    maxChangeMembers: ask.max_change_members,
    maxIndexedValues: catalog.max_indexed_values,
    maxIndexedLength: catalog.max_indexed_length,
  };
}
