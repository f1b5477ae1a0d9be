import { expect } from 'chai';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('chats and workspaces, in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(stage.service.url + path, {
      ...init,
      headers: { 'X-API-Key': stage.service.apiKey ?? '', ...init.headers },
    });
    return response.json();
  };
  const listed = async () => {
    const { client_id } = await call('/whoami');
    const { chats } = await call(`/clients/${client_id}/chats`);
    return (chats as readonly { readonly title: string }[]).map(({ title }) => title);
  };

  it('finds, renames and deletes a chat, and undoes that', () =>
    stage.journey(
      async ({ page, open, expectAccessibleInBoth }) => {
        const { client_id, workspaces } = await call('/whoami');
        const { workspace_id } = workspaces[0];
        const form = new FormData();
        form.append('file', new Blob(['region,revenue\nNorth,1\nSouth,2\n']), 'sales.csv');
        const files = `/clients/${client_id}/workspaces/${workspace_id}/files`;
        await call(files, { method: 'POST', body: form });
        const questions = ['region', 'revenue', 'rows', 'North', 'South', 'sales'].map(
          (word) => `total revenue of ${word}`,
        );
        for (const query of questions)
          await call(`/clients/${client_id}/ask`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ query, workspace_id, new_session: true }),
          });
        await open('/');
        const chats = page.getByRole('region', { name: 'Chats' });
        await chats.getByRole('searchbox').fill('NORTH');
        await chats
          .getByRole('link', { name: 'total revenue of South' })
          .waitFor({ state: 'detached' });
        await chats.getByRole('link', { name: 'total revenue of North' }).waitFor();
        await expectAccessibleInBoth();
        const options = (title: string) =>
          chats.getByRole('button', { name: `Options for “${title}”` });
        await options('total revenue of North').click();
        await portrait(page, 'chat-menu');
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await page.getByRole('dialog').getByLabel('Name').fill('North alone');
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await chats.getByRole('link', { name: 'North alone' }).waitFor();
        await options('North alone').click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await chats.getByRole('link', { name: 'North alone' }).waitFor({ state: 'detached' });
        expect(await listed(), 'it can be undone').to.include('North alone');
        await portrait(page, 'chat-deleted');
        await chats.getByRole('button', { name: 'Undo' }).click();
        await chats.getByRole('link', { name: 'North alone' }).waitFor();

        await options('North alone').click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await chats.getByRole('button', { name: 'Undo' }).waitFor();
        await page.goto('about:blank');
        await expectGone('North alone');
      },
      { key: stage.service.apiKey },
    ));

  const expectGone = async (title: string) => {
    for (let tries = 0; tries < 40; tries++) {
      if (!(await listed()).includes(title)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect.fail(`${title} is still there`);
  };

  it('renames and deletes a workspace', () =>
    stage.journey(
      async ({ page, open, expectAccessibleInBoth }) => {
        const { client_id } = await call('/whoami');
        await call(`/clients/${client_id}/workspaces`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: 'Trial' }),
        });
        await open('/data');
        await page.getByRole('combobox', { name: /Workspace/ }).selectOption('Trial');
        await page.getByRole('button', { name: 'Options for workspace “Trial”' }).click();
        await page.getByRole('menuitem', { name: 'Rename workspace' }).click();
        await page.getByRole('dialog').getByLabel('Name').fill('Attempt');
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await page.getByRole('button', { name: 'Options for workspace “Attempt”' }).click();
        await page.getByRole('menuitem', { name: 'Delete workspace' }).click();
        await expectAccessibleInBoth();
        await portrait(page, 'workspace-delete');
        await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click();
        await page.getByRole('button', { name: 'Options for workspace “General”' }).waitFor();
        const { workspaces } = await call('/whoami');
        expect(workspaces.map(({ name }: { readonly name: string }) => name)).to.not.include(
          'Attempt',
        );
      },
      { key: stage.service.apiKey },
    ));
});
