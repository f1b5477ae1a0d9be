import type { Catalog } from '#src/plugin-api/catalog.ts';

/** The workspace that looks at a catalog. */
export type Viewer = Pick<Catalog, 'workspaceId' | 'timezone' | 'asOf'>;

/** What each catalog is for those who looked at it: the same object each time, since verdicts are kept by it. */
const views = new WeakMap<Catalog, Map<string, Catalog>>();

/** A catalog as a workspace sees it: that of a database belongs to no workspace, and takes its days from the viewer. */
export function shownCatalog(catalog: Catalog, viewer: Viewer): Catalog {
  if (catalog.databaseId === undefined) return catalog;
  const { workspaceId, timezone, asOf } = viewer;
  const key = JSON.stringify([workspaceId, timezone, asOf]);
  const known = views.get(catalog) ?? new Map<string, Catalog>();
  views.set(catalog, known);
  const view = known.get(key) ?? { ...catalog, workspaceId, timezone, asOf };
  known.set(key, view);
  return view;
}
