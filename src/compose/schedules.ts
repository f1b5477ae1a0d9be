import { memberPrincipal } from '#src/accounts/members/principal.ts';
import { ownerOfKey } from '#src/accounts/owner-of-key.ts';
import { AppError } from '#src/errors.ts';
import type { ServiceRoutesDeps } from '#src/http/service-routes.ts';
import type { RowPolicy } from '#src/principal.ts';
import { openSchedules } from '#src/schedules/open.ts';
import type { Base } from './base.ts';
import type { Work } from './work.ts';

const OUT_OF_REACH: ReadonlySet<string> = new Set([
  'wrong_tenant',
  'wrong_workspace',
  'workspace_not_found',
]);

/** Boards and questions that are sent by themselves. */
export function openSchedulesOf(
  { config, clock, log, store, accounts, authenticator }: Base,
  { jobs, workers, publishEvent }: Work,
  { saved, boards }: Pick<ServiceRoutesDeps, 'saved' | 'boards'>,
) {
  const { sender } = workers.webhooks;
  const keyOrMember = async (id: string) =>
    (await authenticator.keyById(id)) ??
    (config.people.enabled ? memberPrincipal(store, id) : null);
  return openSchedules({
    ...{ config, clock, log, store, saved, boards, publishEvent },
    ...{ box: sender.box, findWebhook: sender.findWebhook, checkUrl: sender.checkUrl },
    enqueue: jobs.enqueue,
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
    async ownerOf({ key_id, end_user_id, row_filter, client_id, workspace_id }) {
      const principal = await ownerOfKey(
        { keyById: keyOrMember },
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
    },
  });
}
