import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** What a query loses of a question, or makes of it that was not asked; null where it loses nothing. */
export type Finds<Lost> = (question: Question, query: SelectQuery, schema: Schema) => Lost | null;
