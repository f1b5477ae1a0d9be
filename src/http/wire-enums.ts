import { z } from 'zod';
import { EVENT_TYPES } from '#src/events/types.ts';
import { ROLES } from '#src/principal.ts';

export { scope as keyScope } from '#src/accounts/tokens/claims.ts';
export { cardinality } from '#src/catalog/semantics/document.ts';

/** Lists of values that several schemas share, with their names in the OpenAPI document and in generated clients. */

export const answerAgent = z
  .enum(['Text2SQL', 'OwnSQL', 'Analytics', 'Catalog', 'none'])
  .meta({ id: 'AnswerAgent' });
export const answerType = z.enum(['text2sql', 'analytics', 'rag']).meta({ id: 'AnswerType' });
export const answerOutcome = z
  .enum(['success', 'clarification', 'dry_run', 'error'])
  .meta({ id: 'AnswerOutcome' });
export const verificationStatus = z
  .enum(['verified', 'checked', 'warning', 'failed', 'not_applicable'])
  .meta({ id: 'VerificationStatus' });
export const outputModes = z.enum(['both', 'table', 'text']).meta({ id: 'OutputMode' });
export const followUpReading = z.enum(['new', 'change']).meta({ id: 'FollowUpReading' });
export const rating = z.enum(['up', 'down']).meta({ id: 'Rating' });

export const schemaProgress = z
  .enum(['not_started', 'discovering', 'enriching', 'ready', 'failed'])
  .meta({ id: 'SchemaProgress' });

export const budgetScope = z
  .enum(['account', 'tenant', 'workspace', 'end_user'])
  .meta({ id: 'BudgetScope' });
export const budgetPeriod = z.enum(['month', 'day']).meta({ id: 'BudgetPeriod' });
export const budgetEnforcement = z.enum(['alert', 'block']).meta({ id: 'BudgetEnforcement' });

export const role = z.enum(ROLES).meta({ id: 'Role' });
export const keyEnvironment = z.enum(['live', 'test']).meta({ id: 'KeyEnvironment' });
export const eventType = z.enum(EVENT_TYPES).meta({ id: 'EventType' });
