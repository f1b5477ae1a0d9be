import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { MODEL_PROVIDERS, type ModelProviderName } from '#src/plugin-api/model-providers.ts';
import type { Principal } from '#src/principal.ts';
import { type SecretBox, SecretUnreadable } from '#src/secrets/secret-box.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';
import { auditedBy, recordAudit } from './audit.ts';
import type {
  AccountsService,
  Actor,
  ChosenModel,
  ModelPlace,
  ModelSettings,
  ModelSettingsRecord,
  OwnModel,
} from './types.ts';

export interface ModelSettingsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'model'>;
  readonly box: SecretBox;
  readonly checkHost: HostCheck;
  readonly accounts: Pick<AccountsService, 'tenant' | 'workspace'>;
}

interface Kept {
  readonly chosen: ChosenModel;
  /** Sealed; null: without a key. */
  readonly secret: string | null;
  readonly updatedAt: string;
}

const scopeOf = ({ clientId, workspaceId }: ModelPlace) => workspaceId ?? clientId;

/**
 * The models that tenants and workspaces chose. A workspace's settings override its tenant's, which override the
 * deployment's. Keys are encrypted at rest and never shown again. Settings are read from the store for each question,
 * since another gateway may have changed them.
 */
export async function openModelSettings(deps: ModelSettingsDeps): Promise<ModelSettings> {
  const { store, clock, config, box } = deps;
  await resealAll(deps);

  const demandPlace = async (principal: Principal, { clientId, workspaceId }: ModelPlace) => {
    if (workspaceId !== null) await deps.accounts.workspace(principal, { clientId, workspaceId });
    else await deps.accounts.tenant(principal, clientId);
  };
  const demandTenant = ({ principal }: Actor, { workspaceId }: ModelPlace) => {
    if (workspaceId === null && principal.workspaceId !== null)
      throw new AppError(
        'forbidden',
        'This key is limited to one workspace. Use a tenant-level key to choose the model of a tenant.',
      );
  };
  const shown = async (place: ModelPlace): Promise<ModelSettingsRecord> => {
    const found = await keptFor(store, place);
    return found ? recordOf(found.kept, found.source) : deploymentRecord(config.model);
  };

  return {
    async read(principal, place) {
      await demandPlace(principal, place);
      return shown(place);
    },

    async put(by, place, request, signal, settle) {
      await demandPlace(by.principal, place);
      demandTenant(by, place);
      const scope = scopeOf(place);
      const found = await keptFor(store, place);
      const before = found?.scope === scope ? found.kept : null;
      const { api_key: given, ...chosen } = request;
      // A stored key goes to the address that it was given for, and to no other.
      const isSame =
        before?.chosen.provider === chosen.provider && before.chosen.base_url === chosen.base_url;
      const secret =
        given === undefined ? (isSame ? before.secret : null) : given && box.seal(given, scope);
      await checkChosen(deps, chosen, secret !== null, signal);
      const updatedAt = timestamp(clock.now());
      const source = place.workspaceId === null ? 'tenant' : 'workspace';
      const record = recordOf({ chosen, secret, updatedAt }, source);
      await store.transaction().execute(async (trx) => {
        const values = { settings: JSON.stringify(chosen), secret, updated_at: updatedAt };
        await trx
          .insertInto('model_settings')
          .values({
            ...{ scope_id: scope, client_id: place.clientId, workspace_id: place.workspaceId },
            ...values,
          })
          .onConflict((conflict) => conflict.column('scope_id').doUpdateSet(values))
          .execute();
        const { has_api_key, provider, model, base_url, planning } = record;
        const target = { provider, model, base_url, planning, has_api_key };
        await audit(trx, deps, by, place, 'model_settings.replaced', target);
        await settle?.(trx, record);
      });
      return record;
    },

    async remove(by, place) {
      await demandPlace(by.principal, place);
      demandTenant(by, place);
      await store.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('model_settings')
          .where('scope_id', '=', scopeOf(place))
          .executeTakeFirst();
        if (numDeletedRows > 0n) await audit(trx, deps, by, place, 'model_settings.deleted', {});
      });
      return shown(place);
    },

    async ownOf(workspace) {
      const found = await keptFor(store, workspace);
      return found && ownModel(deps, found, workspace.clientId);
    },
  };
}

/** The settings of a workspace, else of its tenant; null if neither has any. */
async function keptFor(store: Store, { clientId, workspaceId }: ModelPlace) {
  const rows = await store
    .selectFrom('model_settings')
    .selectAll()
    .where('scope_id', 'in', workspaceId === null ? [clientId] : [workspaceId, clientId])
    .execute();
  const row = rows.find(({ scope_id }) => scope_id === workspaceId) ?? rows[0];
  if (!row) return null;
  const kept: Kept = {
    chosen: JSON.parse(row.settings) as ChosenModel,
    secret: row.secret,
    updatedAt: row.updated_at,
  };
  const source = row.workspace_id === null ? ('tenant' as const) : ('workspace' as const);
  return { scope: row.scope_id, kept, source };
}

function ownModel(
  { box, log, config }: ModelSettingsDeps,
  { scope, kept: own, source }: NonNullable<Awaited<ReturnType<typeof keptFor>>>,
  clientId: string,
): OwnModel {
  const { chosen, updatedAt } = own;
  const place = { clientId, workspaceId: source === 'workspace' ? scope : null };
  const version = JSON.stringify([scope, updatedAt, chosen, own.secret]);
  const known = own.secret === null ? configuredEntry(config.model, chosen) : null;
  if (known) return { chosen, place, version, apiKey: known.api_key, configured: known };
  try {
    const apiKey = own.secret === null ? null : box.open(own.secret, scope);
    return { chosen, place, version, apiKey, configured: null };
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    log.error(
      { err: error, scope },
      "a model key can't be decrypted, so questions in its scope run without a model",
    );
    return { chosen: null, place, version, apiKey: null, configured: null };
  }
}

/** Re-encrypts the keys that an older encryption key sealed; unreadable ones stay and are logged. */
async function resealAll({ box, store, log }: ModelSettingsDeps): Promise<void> {
  const rows = await store.selectFrom('model_settings').select(['scope_id', 'secret']).execute();
  for (const { scope_id: scope, secret } of rows) {
    if (secret === null || box.isCurrent(secret)) continue;
    try {
      // The key may have been replaced meanwhile.
      await store
        .updateTable('model_settings')
        .set({ secret: box.seal(box.open(secret, scope), scope) })
        .where('scope_id', '=', scope)
        .where('secret', '=', secret)
        .execute();
    } catch (error) {
      log.warn({ err: error, scope }, "a model key couldn't be re-encrypted");
    }
  }
}

type ModelConfig = Config['model'];
type ConfiguredEntry = NonNullable<OwnModel['configured']>;

/** The configured entry for the same model at the same address: a tenant may use the operator's key for it. */
function configuredEntry(model: ModelConfig, chosen: ChosenModel): ConfiguredEntry | null {
  const { provider } = model;
  const all = provider === null ? [] : [{ ...model, provider }, ...model.fallbacks];
  return (
    all.find(
      (one) =>
        one.provider === chosen.provider &&
        one.model === chosen.model &&
        (chosen.base_url === null || one.base_url === chosen.base_url),
    ) ?? null
  );
}

/** Providers whose servers answer without a key. */
const KEYLESS: ReadonlySet<string> = new Set(['ollama', 'vllm', 'lmstudio', 'openai-compatible']);

/** Fails with one sentence for what is wrong and one for what to do. */
async function checkChosen(
  { config, checkHost }: ModelSettingsDeps,
  chosen: ChosenModel,
  hasKey: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { provider } = chosen;
  if (!hasKey && configuredEntry(config.model, chosen)) return;
  const address = chosen.base_url ?? MODEL_PROVIDERS[provider].baseUrl;
  if (address === null && (provider === 'azure' || provider === 'openai-compatible'))
    throw wrong('base_url', `${provider} needs a URL. Send base_url.`);
  if (!hasKey && !KEYLESS.has(provider))
    throw wrong('api_key', `There is no key for ${provider} ${chosen.model}. Send api_key.`);
  if (address === null) return;
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(config.model.allow_private_hosts && url.protocol === 'http:'))
    throw wrong('base_url', `The URL for ${provider} must start with https://. Correct base_url.`);
  if (url.username || url.password)
    throw wrong('base_url', "The URL can't contain a user or password. Send api_key instead.");
  try {
    await checkHost(url.hostname, signal);
  } catch (error) {
    if (error instanceof HostRefused || error instanceof ConnectionError)
      throw wrong('base_url', error.message);
    throw error;
  }
}

const wrong = (field: string, msg: string) =>
  new AppError('unprocessable', msg, {
    detail: [{ loc: ['body', field], msg, type: 'value_error' }],
  });

const recordOf = (
  { chosen, secret, updatedAt }: Kept,
  source: ModelSettingsRecord['source'],
): ModelSettingsRecord => ({
  source,
  ...chosen,
  has_api_key: secret !== null,
  updated_at: updatedAt,
});

/** The deployment's settings, without its address and key. */
function deploymentRecord({ provider, model, planning }: ModelConfig): ModelSettingsRecord {
  return {
    source: 'deployment',
    ...{ provider: provider as ModelProviderName | null, model, base_url: null, planning },
    ...{ steps: {}, has_api_key: false, updated_at: null },
  };
}

async function audit(
  trx: Kysely<StoreSchema>,
  { clock }: ModelSettingsDeps,
  by: Actor,
  { clientId, workspaceId }: ModelPlace,
  action: string,
  target: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAudit(trx, clock, { ...auditedBy(by), clientId, workspaceId, action, target });
}
