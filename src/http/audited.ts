import type { AuditEntry, AuditTrail } from '#src/accounts/types.ts';
import type { Principal } from '#src/principal.ts';
import type { Keep, Route, RouteAudit, RouteReply } from './route.ts';

type Handle = Route['handle'];
type Request = Parameters<Handle>[0];

/**
 * The route, with each success in the audit log before its answer is sent: in the transaction of the change, where the
 * route keeps its answer; right before the answer where nothing is changed in the store. What the features write in the
 * transaction of their change by themselves passes as it is.
 */
export function audited(route: Route, audit: Pick<AuditTrail, 'record'>): Route {
  const { audit: about, handle } = route;
  if (!about || about === 'in transaction') return route;
  return {
    ...route,
    async handle(request) {
      const { principal } = request;
      let noted = false;
      const keep: Keep = async (trx, reply) => {
        if (principal) await audit.record(entryOf(about, request, principal, reply), trx);
        noted = true;
        await request.keep(trx, reply);
      };
      const reply = await handle(withKeep(request, keep));
      if (principal && !noted && succeeded(request, reply))
        await audit.record(entryOf(about, request, principal, reply));
      return reply;
    },
  };
}

/** The rest is inherited, so that the signal is made only for those who look at it. */
const withKeep = (request: Request, keep: Keep): Request =>
  Object.create(request, { keep: { value: keep } }) as Request;

/** A handler that wrote its answer itself did so with a status; a repeated request changed nothing. */
function succeeded({ res }: Request, reply: RouteReply): boolean {
  if (res.getHeader('Idempotent-Replayed')) return false;
  return (typeof reply === 'object' ? reply.status : res.statusCode) < 400;
}

function entryOf(
  about: RouteAudit,
  request: Request,
  principal: Principal,
  reply: RouteReply,
): AuditEntry {
  const { client_id, workspace_id, ...params } = record(request.params);
  const [query, body] = [record(request.query), record(request.body)];
  const workspace = workspace_id ?? query['workspace_id'] ?? body['workspace_id'];
  const answer = record(typeof reply === 'object' && 'body' in reply ? reply.body : null);
  const told = (about.tells ?? []).filter((name) => name in answer);
  return {
    accountId: principal.accountId,
    clientId: text(client_id ?? body['client_id']) ?? principal.clientId,
    workspaceId: text(workspace) ?? principal.workspaceId,
    action: about.action,
    by: { principal, requestId: request.requestId },
    target: { ...params, ...Object.fromEntries(told.map((name) => [name, answer[name]])) },
  };
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
