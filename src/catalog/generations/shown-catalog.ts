import type { Catalog } from '#src/plugin-api/catalog.ts';

/** The workspace that looks at a catalog. */
export type Viewer = Pick<Catalog, 'workspaceId' | 'timezone' | 'asOf'>;

/** What each catalog is for those who looked at it: the same object each time, since verdicts are kept by it. */
const views = new WeakMap<Catalog, Map<string, Catalog>>();

/**
 * A catalog as a workspace sees it: that of a database belongs to no workspace, and takes its days from the viewer; so
 * does that of files whose workspace has other days by now than when it was published.
 */
export function shownCatalog(catalog: Catalog, viewer: Viewer): Catalog {
  const { workspaceId, timezone, asOf } = viewer;
  const sameDays = catalog.timezone === timezone && catalog.asOf === asOf;
  if (catalog.databaseId === undefined && sameDays) return catalog;
  const key = JSON.stringify([workspaceId, timezone, asOf]);
  const known = views.get(catalog) ?? new Map<string, Catalog>();
  views.set(catalog, known);
  const view = known.get(key) ?? { ...catalog, workspaceId, timezone, asOf };
  known.set(key, view);
  return view;
}
