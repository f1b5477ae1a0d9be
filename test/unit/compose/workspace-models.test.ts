import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import type { OwnModel } from '#src/accounts/types.ts';
import type { ModelDeps } from '#src/ask/deps.ts';
import { configuredModels, createWorkspaceModels } from '#src/compose/workspace-models.ts';

describe('models of workspaces', () => {
  const opened: string[] = [];
  const closed: string[] = [];
  let failures = 0;
  const ownOf = ({ workspaceId }: { readonly workspaceId: string }): OwnModel => ({
    chosen: {
      ...{ provider: 'openai', model: workspaceId, base_url: null, planning: null },
      steps: { repair: `${workspaceId}-repair` },
    },
    ...{ place: { clientId: 'cl', workspaceId }, version: workspaceId },
    ...{ apiKey: 'sk', configured: null },
  });
  const modelOf = createWorkspaceModels({
    config: { model: configSchema.parse({}).model },
    settings: { ownOf: async (workspace) => ownOf(workspace) },
    deployment: null,
    async open({ model: name }) {
      if (failures-- > 0) throw new Error('no room');
      opened.push(name);
      const close = async () => {
        closed.push(name);
      };
      return { name, close, generate: () => expect.fail('nothing is asked here') };
    },
    fetch,
  });
  const ask = (workspaceId: string) => modelOf({ clientId: 'cl', workspaceId }, undefined);

  it('are opened once, again after a failure, and closed when many others were asked since', async () => {
    failures = 1;
    const failed = await ask('ws0').catch((error: unknown) => error);
    expect(failed).to.be.an('error');
    const [one, two] = await Promise.all([ask('ws0'), ask('ws0')]);
    expect(one).to.equal(two);
    expect(opened).to.deep.equal(['ws0-repair', 'ws0']);
    for (let at = 1; at <= 200; at++) await ask(`ws${at}`);
    await new Promise(setImmediate);
    expect(closed).to.have.members(['ws0', 'ws0-repair']);
    await ask('ws0');
    expect(opened.slice(-1)).to.deep.equal(['ws0']);
  });

  it('are compared under the name of the file where the settings give none', () => {
    const config = configSchema.parse({ model: { provider: 'llama-cpp', file: '/m/tiny.gguf' } });
    const service = { name: 'tiny' } as ModelDeps['service'];
    const names = configuredModels(config, { service } as ModelDeps);
    expect(names).to.deep.equal(['tiny']);
  });
});
