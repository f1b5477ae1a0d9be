import { PlumblineError, type Service, whoami } from '#src/client/index.ts';

/** The tenant that tools work in. */
export interface Place {
  readonly client_id: string;
}

/** The tenant of the caller: its key's, else the one that is named, else the only one. */
export async function placeOf(
  service: Service,
  tenantId: string | null,
  signal: AbortSignal,
): Promise<Place> {
  const { client_id, clients = [] } = await whoami(service, {}, { signal });
  const only = clients.length === 1 ? clients[0]?.client_id : undefined;
  const found = client_id ?? tenantId ?? only;
  if (found !== undefined && found !== null) return { client_id: found };
  if (clients.length === 0) throw new PlumblineError('This account has no tenant yet.');
  const names = clients.map((one) => `${one.client_id} (${one.name})`).join(', ');
  throw new PlumblineError(
    `This key reaches several tenants: name one in the header X-Tenant-ID (plumbline mcp: --tenant). ${names}`,
  );
}
