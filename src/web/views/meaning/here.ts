import { serviceOf } from '../../api/kit.ts';
import { caller } from '../../state/session.ts';
import { workspace } from '../../state/workspace.ts';

/** Whose definitions are shown, and by whom. */
export function here() {
  const by = caller.value;
  const into = workspace.value;
  if (!by || !into) throw new Error('No workspace is selected.');
  return {
    caller: by,
    service: serviceOf(by),
    at: { client_id: by.clientId, workspace_id: into.workspace_id },
  };
}
