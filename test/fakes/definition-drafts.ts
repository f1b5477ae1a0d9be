import type { AccountsService } from '#src/accounts/types.ts';
import type { DefinitionDraft, DefinitionDrafts, DraftsAbout } from '#src/feedback/types.ts';
import type { Store } from '#src/store/schema.ts';

const DRAFT: DefinitionDraft = {
  id: 'dft_1',
  kind: 'synonym',
  name: 'turnover',
  table: 'orders',
  column: 'revenue',
  value: null,
  questions: [],
  times: 1,
};

/** One draft in each workspace, which stays. */
export function createFakeDrafts({
  store,
  workspace,
}: Pick<AccountsService, 'workspace'> & { readonly store: Store }): DefinitionDrafts {
  const inside = ({ principal, clientId, workspaceId }: DraftsAbout) =>
    workspace(principal, { clientId, workspaceId });
  return {
    async list(about) {
      await inside(about);
      return [DRAFT];
    },
    async certify(about, _signal, settle) {
      await inside(about);
      await store.transaction().execute((trx) => settle(trx, DRAFT));
      return DRAFT;
    },
    async dismiss(about, _signal, settle) {
      await inside(about);
      const made = { deleted: about.draftId };
      await store.transaction().execute((trx) => settle(trx, made));
      return made;
    },
  };
}
