/**
 * Addresses of the page, with `{name}` for a part that is an id. The build writes them beside the files, and the service
 * serves the shell at exactly these.
 */
export const PAGE_PATHS = [
  '/',
  '/c/{session}',
  '/a/{trace}',
  '/s/{token}',
  '/saved/{id}',
  '/boards',
  '/boards/{id}',
  '/data',
  '/data/files/{id}',
  '/data/database',
  '/data/tables/{name}',
  '/meaning',
  '/operate/keys',
  '/operate/usage',
  '/operate/budgets',
  '/operate/webhooks',
  '/operate/schedules',
  '/operate/jobs',
  '/operate/evals',
  '/operate/audit',
  '/operate/people',
  '/signin',
  '/signin/callback',
  '/invite',
] as const;
