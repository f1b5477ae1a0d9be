/** What a plugin package imports as `plumbline/plugin-api`: the contracts, and what plugins throw. */
export { z } from 'zod';
export type * from './budget-policy.ts';
export type * from './catalog.ts';
export { ConnectionError, type ConnectionErrorKind } from './connection-error.ts';
export type * from './data-source.ts';
export type * from './database-server.ts';
export type * from './dialect.ts';
export type * from './guarded-sql.ts';
export type * from './language-model.ts';
export { ModelError, type ModelErrorKind } from './model-error.ts';
export * from './object-store.ts';
export * from './plugin.ts';
export type * from './query.ts';
export type * from './query-facts.ts';
export { Refused } from './refused.ts';
export type * from './row-clause.ts';
export { SourceError, type SourceErrorKind } from './source-error.ts';
export type * from './telemetry.ts';
