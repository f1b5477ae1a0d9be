import type { Kysely } from 'kysely';
import type {
  AccountRow,
  ApiKeyRow,
  AuditRow,
  ModelSettingsRow,
  PublicKeyRow,
  TenantRow,
  TokenRevocationRow,
  TokenSecretRow,
  TranslationRow,
  WorkspaceRow,
} from './rows/accounts.ts';
import type {
  AnswerRow,
  BudgetNoticeRow,
  BudgetRow,
  FeedbackRow,
  QuestionCountRow,
  ResultRow,
  SessionRow,
  SpendRow,
  SpendTotalRow,
  TurnRow,
} from './rows/answers.ts';
import type {
  BoardRow,
  BoardTileRow,
  SavedQuestionRow,
  SavedResultRow,
  SnapshotRow,
} from './rows/boards.ts';
import type {
  DatabaseRow,
  SchemaDraftRow,
  SchemaOverrideRow,
  SemanticsRow,
} from './rows/databases.ts';
import type { DismissedDraftRow, EvalRunRow, EvalsRow } from './rows/evals.ts';
import type {
  FileRow,
  FileSourceRow,
  FileVersionRow,
  GenerationRow,
  KeptUploadRow,
  TableRow,
} from './rows/files.ts';
import type {
  GatewayRow,
  InMakingRow,
  InstallationRow,
  KeptFileRow,
  RateCountRow,
} from './rows/installation.ts';
import type {
  IdempotentRequestRow,
  JobRow,
  WebhookDeliveryRow,
  WebhookEventRow,
  WebhookRow,
} from './rows/jobs.ts';
import type { MemberRow, OidcFlowRow, SignInRow } from './rows/people.ts';
import type { ScheduleRow, ScheduleRunRow } from './rows/schedules.ts';

export type * from './rows/accounts.ts';
export type * from './rows/answers.ts';
export type * from './rows/boards.ts';
export type * from './rows/databases.ts';
export type * from './rows/evals.ts';
export type * from './rows/files.ts';
export type * from './rows/installation.ts';
export type * from './rows/jobs.ts';
export type * from './rows/people.ts';
export type * from './rows/schedules.ts';

/**
 * The metadata store: one schema on SQLite and PostgreSQL. Portable columns only: instants and dates are ISO 8601
 * text (UTC, no zone designator), booleans 0 or 1, structures JSON as text, ids text except `files.id`.
 */
export interface StoreSchema {
  accounts: AccountRow;
  tenants: TenantRow;
  workspaces: WorkspaceRow;
  api_keys: ApiKeyRow;
  files: FileRow;
  file_versions: FileVersionRow;
  tables: TableRow;
  generations: GenerationRow;
  jobs: JobRow;
  sessions: SessionRow;
  turns: TurnRow;
  answers: AnswerRow;
  results: ResultRow;
  spend: SpendRow;
  public_keys: PublicKeyRow;
  databases: DatabaseRow;
  schema_overrides: SchemaOverrideRow;
  schema_drafts: SchemaDraftRow;
  budgets: BudgetRow;
  budget_notices: BudgetNoticeRow;
  spend_totals: SpendTotalRow;
  semantics: SemanticsRow;
  token_secrets: TokenSecretRow;
  members: MemberRow;
  sign_ins: SignInRow;
  oidc_flows: OidcFlowRow;
  model_settings: ModelSettingsRow;
  translations: TranslationRow;
  token_revocations: TokenRevocationRow;
  question_counts: QuestionCountRow;
  idempotent_requests: IdempotentRequestRow;
  webhooks: WebhookRow;
  webhook_events: WebhookEventRow;
  webhook_deliveries: WebhookDeliveryRow;
  audit_log: AuditRow;
  feedback: FeedbackRow;
  evals: EvalsRow;
  eval_runs: EvalRunRow;
  dismissed_drafts: DismissedDraftRow;
  saved_questions: SavedQuestionRow;
  saved_results: SavedResultRow;
  boards: BoardRow;
  board_tiles: BoardTileRow;
  snapshots: SnapshotRow;
  installation: InstallationRow;
  kept_files: KeptFileRow;
  kept_uploads: KeptUploadRow;
  file_sources: FileSourceRow;
  gateways: GatewayRow;
  in_making: InMakingRow;
  rate_counts: RateCountRow;
  schedules: ScheduleRow;
  schedule_runs: ScheduleRunRow;
}

export type Store = Kysely<StoreSchema>;
