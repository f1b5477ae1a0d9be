import { memberPrincipal } from '#src/accounts/members/principal.ts';
import { ownerOfKey } from '#src/accounts/owner-of-key.ts';
import { blockedText } from '#src/ask/prepare.ts';
import type { BoardReader } from '#src/boards/types.ts';
import { AppError } from '#src/errors.ts';
import { openFileUrls } from '#src/files/urls/open.ts';
import type { ServiceRoutesDeps } from '#src/http/service-routes.ts';
import type { RowPolicy } from '#src/principal.ts';
import { openSchedules } from '#src/schedules/open.ts';
import type { ScheduleRow } from '#src/store/schema.ts';
import type { Asking } from './asking.ts';
import type { Base } from './base.ts';
import type { Work } from './work.ts';

const OUT_OF_REACH: ReadonlySet<string> = new Set([
  'wrong_tenant',
  'wrong_workspace',
  'workspace_not_found',
]);

/** Boards and questions that are sent by themselves. */
export function openSchedulesOf(
  { config, clock, log, store }: Base,
  { jobs, workers, publishEvent }: Work,
  {
    saved,
    boards,
    budget,
    quota,
  }: Pick<ServiceRoutesDeps, 'saved' | 'boards'> & Pick<Asking, 'budget' | 'quota'>,
  ownerOf: ReturnType<typeof createOwnerOf>,
) {
  const { sender } = workers.webhooks;
  return openSchedules({
    ...{ config, clock, log, store, saved, boards, publishEvent },
    ...{ box: sender.box, findWebhook: sender.findWebhook, checkUrl: sender.checkUrl },
    enqueue: jobs.enqueue,
    async admit({ principal, workspace }) {
      const { accountId, clientId, workspaceId } = workspace;
      const { plan, endUserId } = principal;
      const counted = await quota.take(accountId, plan);
      // No model is asked: a run costs nothing, and is stopped by what is spent all the same.
      const scope = { accountId, clientId, workspaceId, endUserId, plan };
      const decision = await budget.reserve(scope, 0);
      if (decision.allowed) return budget.settle(decision.reservationId, 0);
      if (counted) await quota.giveBack(counted);
      throw new AppError('budget_exceeded', blockedText(decision.blockingScope));
    },
    post: (url, body, attempt, signal) =>
      sender.post(url, body, { attempt, timeoutMs: config.schedules.timeout_ms }, signal),
    toWebhook: (trx, { account_id, client_id, workspace_id }, webhookId, data) =>
      sender.sendTo(
        trx,
        { accountId: account_id, webhookId },
        {
          type: 'schedule.run',
          scope: { clientId: client_id, workspaceId: workspace_id },
          data,
        },
      ),
    ownerOf,
    alsoDue: () => workers.fileUrls.takeDue(),
  });
}

/** What goes on without whoever made it: a schedule, a refresh. */
type Owned = Pick<
  ScheduleRow,
  'key_id' | 'end_user_id' | 'row_filter' | 'client_id' | 'workspace_id'
>;

/** Whoever made something, with the access of today; null where that is lost. */
export const createOwnerOf =
  ({ config, store, accounts, authenticator }: Base) =>
  async ({
    key_id,
    end_user_id,
    row_filter,
    client_id,
    workspace_id,
  }: Owned): Promise<BoardReader | null> => {
    const keyById = async (id: string) =>
      (await authenticator.keyById(id)) ??
      (config.people.enabled ? memberPrincipal(store, id) : null);
    const principal = await ownerOfKey(
      { keyById },
      {
        keyId: key_id,
        endUserId: end_user_id,
        rowFilter: JSON.parse(row_filter) as RowPolicy['filter'],
      },
    );
    const place = { clientId: client_id, workspaceId: workspace_id };
    if (!principal) return null;
    try {
      return { principal, workspace: await accounts.workspace(principal, place) };
    } catch (error) {
      if (error instanceof AppError && OUT_OF_REACH.has(error.code)) return null;
      throw error;
    }
  };

/** Files that come from URLs, also by themselves. */
export const openFileUrlsOf = (
  { config, clock, log, store, gateway }: Base,
  { jobs, workers, publishEvent }: Work,
  ownerOf: ReturnType<typeof createOwnerOf>,
) =>
  openFileUrls({
    ...{ config, clock, log, store, publishEvent },
    ...{ scratch: gateway.scratch, box: workers.webhooks.sender.box },
    enqueue: jobs.enqueue,
    files: workers.files.service,
    ownerOf: async (source) => (await ownerOf(source))?.principal ?? null,
  });
