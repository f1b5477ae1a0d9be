import { AppError } from '#src/errors.ts';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';

/** Holds the address of a receiver to what the service calls; fails with `webhook_url_refused`. */
export async function checkReceiverUrl(
  text: string,
  { checkHost, allowHttp }: { readonly checkHost: HostCheck; readonly allowHttp: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (!URL.canParse(text)) throw refused(`"${text.slice(0, 100)}" isn't a URL. Use https://….`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw refused('The URL must start with https://.');
  if (url.username || url.password)
    throw refused("The URL can't contain a user or password. Verify the event signature instead.");
  try {
    await checkHost(url.hostname, signal);
  } catch (error) {
    if (error instanceof HostRefused || error instanceof ConnectionError)
      throw refused(error.message);
    throw error;
  }
}

const refused = (message: string) => new AppError('webhook_url_refused', message);
