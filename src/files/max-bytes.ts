import type { Config } from '#config/schema.ts';

/** Largest file that a plan may bring, bytes. */
export const maxFileBytes = ({ files, plans }: Pick<Config, 'files' | 'plans'>, plan: string) =>
  Math.min(files.max_file_bytes, plans[plan]?.max_file_bytes ?? Number.POSITIVE_INFINITY);
