import { serviceOf } from '../../api/kit.ts';
import { caller } from '../../state/session.ts';
import { workspace } from '../../state/workspace.ts';

/** The service and the ids of tenant and workspace, as calls want them. Only shown screens with both may ask. */
export function place() {
  const by = caller.value;
  const into = workspace.value;
  if (!by || !into) throw new Error('No workspace is selected.');
  return {
    service: serviceOf(by),
    at: { client_id: by.clientId, workspace_id: into.workspace_id },
  };
}
