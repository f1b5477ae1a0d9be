/** The tenant and workspace that an address names: in its own query, or in that of the place that signing in leads to. */
export function placeIn(search: string): {
  readonly tenant: string | null;
  readonly workspace: string | null;
} {
  const own = new URLSearchParams(search);
  const next = new URLSearchParams(own.get('to')?.split('?')[1] ?? '');
  const named = (name: string) => own.get(name) ?? next.get(name);
  return { tenant: named('t'), workspace: named('w') };
}
