import type { Config } from '#config/schema.ts';
import type { AccountsService, AuditTrail } from '#src/accounts/types.ts';
import type { Starter } from '#src/sample/starters.ts';
import { audited } from './audited.ts';
import type { Route } from './route.ts';
import { type AnswerRoutesDeps, answerRoutes } from './routes/answers.ts';
import { type ApiKeyRoutesDeps, apiKeyRoutes } from './routes/api-keys.ts';
import { type AskRouteDeps, askRoutes } from './routes/ask.ts';
import { auditRoute } from './routes/audit.ts';
import { type BoardRoutesDeps, boardRoutes } from './routes/boards.ts';
import { type BudgetRoutesDeps, budgetRoutes } from './routes/budgets.ts';
import { type ChatRoutesDeps, chatRoutes } from './routes/chats.ts';
import { type DatabaseRoutesDeps, databaseRoutes } from './routes/databases.ts';
import {
  type DefinitionDraftRoutesDeps,
  definitionDraftRoutes,
} from './routes/definition-drafts.ts';
import { type EvalRoutesDeps, evalRoutes } from './routes/evals.ts';
import { type FileRoutesDeps, fileRoutes } from './routes/files.ts';
import { type HealthDeps, healthRoutes } from './routes/health.ts';
import { identityRoutes } from './routes/identity.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { type MemberRoutesDeps, memberRoutes } from './routes/members.ts';
import { type ModelSettingsRoutesDeps, modelSettingsRoutes } from './routes/model-settings.ts';
import { type ReadingRoutesDeps, readingRoutes } from './routes/readings.ts';
import { referenceRoutes } from './routes/reference.ts';
import { type ResultRoutesDeps, resultRoutes } from './routes/results.ts';
import { type ScheduleRoutesDeps, scheduleRoutes } from './routes/schedules.ts';
import { type SchemaEditDeps, schemaEditRoutes } from './routes/schema-edits.ts';
import { type SemanticsRouteDeps, semanticsRoutes } from './routes/semantics.ts';
import { type SessionRoutesDeps, sessionRoutes } from './routes/sessions.ts';
import { type SnapshotRoutesDeps, snapshotRoutes } from './routes/snapshots.ts';
import { type TenantRoutesDeps, tenantRoutes } from './routes/tenants.ts';
import { type TokenRoutesDeps, tokenRoutes } from './routes/tokens.ts';
import { type TranslationRoutesDeps, translationsRoute } from './routes/translations.ts';
import { type WebhookRoutesDeps, webhookRoutes } from './routes/webhooks.ts';
import { type WorkspaceDataDeps, workspaceDataRoutes } from './routes/workspace-data.ts';
import { type WorkspaceRoutesDeps, workspaceRoutes } from './routes/workspaces.ts';

export interface ServiceRoutesDeps
  extends AnswerRoutesDeps,
    ApiKeyRoutesDeps,
    AskRouteDeps,
    BoardRoutesDeps,
    BudgetRoutesDeps,
    ChatRoutesDeps,
    DatabaseRoutesDeps,
    DefinitionDraftRoutesDeps,
    EvalRoutesDeps,
    FileRoutesDeps,
    HealthDeps,
    ReadingRoutesDeps,
    ResultRoutesDeps,
    ScheduleRoutesDeps,
    SchemaEditDeps,
    SemanticsRouteDeps,
    TokenRoutesDeps,
    WebhookRoutesDeps,
    TenantRoutesDeps,
    WorkspaceDataDeps,
    MemberRoutesDeps,
    ModelSettingsRoutesDeps,
    TranslationRoutesDeps,
    SessionRoutesDeps,
    SnapshotRoutesDeps,
    WorkspaceRoutesDeps {
  readonly config: Config;
  readonly accounts: AccountsService;
  readonly audit: AuditTrail;
  /** Questions over the sample company with their answers. */
  readonly starters: () => Promise<readonly Starter[]>;
  /** Where users reach the service; known when it listens. */
  readonly serverUrl: () => string;
}

/** Every route of the service, in the order in which the document lists them. */
export function serviceRoutes(deps: ServiceRoutesDeps): readonly Route[] {
  const routes: Route[] = [
    ...askRoutes(deps),
    ...answerRoutes(deps),
    ...identityRoutes(deps.accounts, deps.config, deps.starters),
    ...sessionRoutes(deps),
    ...memberRoutes(deps),
    ...apiKeyRoutes(deps),
    ...tokenRoutes(deps),
    ...tenantRoutes(deps),
    ...workspaceRoutes(deps),
    ...modelSettingsRoutes(deps),
    translationsRoute(deps),
    ...fileRoutes(deps),
    ...databaseRoutes(deps),
    ...workspaceDataRoutes(deps),
    ...readingRoutes(deps),
    ...resultRoutes(deps),
    ...chatRoutes(deps),
    ...boardRoutes(deps),
    ...scheduleRoutes(deps),
    ...snapshotRoutes(deps),
    ...evalRoutes(deps),
    ...schemaEditRoutes(deps),
    ...budgetRoutes(deps),
    auditRoute(deps.audit),
    ...semanticsRoutes(deps),
    ...definitionDraftRoutes(deps),
    ...mcpRoutes(deps),
    ...webhookRoutes(deps),
    ...healthRoutes(deps),
    ...referenceRoutes(() => routes, deps.serverUrl),
  ];
  return routes.map((route) => audited(route, deps.audit));
}
