import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { Route } from './route.ts';
import { type AskRouteDeps, askRoutes } from './routes/ask.ts';
import { type BudgetRoutesDeps, budgetRoutes } from './routes/budgets.ts';
import { type DatabaseRoutesDeps, databaseRoutes } from './routes/databases.ts';
import { type FileRoutesDeps, fileRoutes } from './routes/files.ts';
import { type HealthDeps, healthRoutes } from './routes/health.ts';
import { identityRoutes } from './routes/identity.ts';
import { referenceRoutes } from './routes/reference.ts';
import { type SchemaEditDeps, schemaEditRoutes } from './routes/schema-edits.ts';
import { type SemanticsRouteDeps, semanticsRoutes } from './routes/semantics.ts';
import { type WorkspaceDataDeps, workspaceDataRoutes } from './routes/workspace-data.ts';
import { workspaceRoutes } from './routes/workspaces.ts';

export interface ServiceRoutesDeps
  extends AskRouteDeps,
    BudgetRoutesDeps,
    DatabaseRoutesDeps,
    FileRoutesDeps,
    HealthDeps,
    SchemaEditDeps,
    SemanticsRouteDeps,
    WorkspaceDataDeps {
  readonly config: Config;
  readonly accounts: AccountsService;
  /** Where users reach the service; known when it listens. */
  readonly serverUrl: () => string;
}

/** Every route of the service, in the order in which the document lists them. */
export function serviceRoutes(deps: ServiceRoutesDeps): readonly Route[] {
  const routes: Route[] = [
    ...askRoutes(deps),
    ...identityRoutes(deps.accounts),
    ...workspaceRoutes(deps.accounts),
    ...fileRoutes(deps),
    ...databaseRoutes(deps),
    ...workspaceDataRoutes(deps),
    ...schemaEditRoutes(deps),
    ...budgetRoutes(deps),
    ...semanticsRoutes(deps),
    ...healthRoutes(deps),
    ...referenceRoutes(() => routes, deps.serverUrl),
  ];
  return routes;
}
