import { options } from 'preact';
import { session } from './session.ts';
import { workspace } from './workspace.ts';

/** An address of the page that names the tenant and workspace of now: whoever opens it gets there. */
export function placed(address: string): string {
  const now = session.value;
  if (now.kind !== 'in') return address;
  const [path = '', query] = address.split('?');
  const search = new URLSearchParams(query);
  search.set('t', now.caller.clientId);
  if (workspace.value) search.set('w', workspace.value.workspace_id);
  return `${path}?${search}`;
}

/** Where to sign in, and come back here from. */
export const signInAddress = (): string =>
  `/signin?to=${encodeURIComponent(location.pathname + location.search)}`;

interface Anchor {
  readonly type: unknown;
  readonly props: { href?: unknown };
}

/** Each link of the page is placed as it is drawn, so that it also opens there in another tab. */
export function placeLinks(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const { type, props } = vnode as Anchor;
    const href = type === 'a' && typeof props.href === 'string' ? props.href : '';
    // The API's reference is no place of the page.
    if (/^\/(?!docs\b)/.test(href)) props.href = placed(href);
    before?.(vnode);
  };
}
