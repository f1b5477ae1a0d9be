/** The tenant and workspace that an address names: in its own query, or in that of the place that signing in leads to. */
export function placeIn(search: string): {
  readonly tenant: string | null;
  readonly workspace: string | null;
} {
  const own = new URLSearchParams(search);
  const to = own.get('to');
  return to ? placeIn(to.split('?')[1] ?? '') : { tenant: own.get('t'), workspace: own.get('w') };
}

/** The place of this page that an address means; one of another site means the start. */
export function ownPlace(address: string | null): string {
  const url = address === null ? null : URL.parse(address, location.origin);
  // A path of two slashes would name a host.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
