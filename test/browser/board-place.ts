import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Stage } from './harness.ts';

export const MONTHS = Array.from({ length: 18 }, (_, at) =>
  new Date(Date.UTC(2025, at, 15)).toISOString().slice(0, 10),
);
export const REGIONS = ['North', 'South', 'West'];
/** One row a month and region; the last region's amounts can be raised, as a new version of a file does. */
export const sales = ({ raise = 0, region = 'region' } = {}) =>
  [
    `sold_on,${region},amount`,
    ...MONTHS.flatMap((day, month) =>
      REGIONS.map(
        (name, at) => `${day},${name},${100 + month * 7 + at * 30 + (at === 2 ? raise : 0)}`,
      ),
    ),
  ].join('\n');
export interface Place {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly workspace: string;
}

/** Looks twice, dark and light; the theme is that of the system. */
export async function inBothThemes(page: Page, look: () => Promise<void>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const scheme of isDark ? ['light', 'dark'] : ['dark', 'light']) {
    await page.emulateMedia({ colorScheme: scheme as 'light' | 'dark' });
    await look();
  }
}

export async function send<T>(
  { url, headers }: Place,
  method: string,
  path: string,
  body?: object | FormData,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...headers,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...more,
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).to.equal(true);
  return (await answer.json()) as T;
}

export async function placeOf({ service: { url, apiKey } }: Stage): Promise<Place> {
  const headers = { 'x-api-key': apiKey ?? '' };
  const base = { url, headers, clientId: '', workspace: '' };
  const me = await send<{ client_id: string; workspaces: { workspace_id: string }[] }>(
    base,
    'GET',
    '/whoami',
  );
  const workspace = `/clients/${me.client_id}/workspaces/${me.workspaces[0]?.workspace_id}`;
  return { ...base, clientId: me.client_id, workspace };
}

export function upload(place: Place, csv: string, name = 'sales.csv'): Promise<unknown> {
  const form = new FormData();
  form.append('file', new Blob([csv]), name);
  return send(place, 'POST', `${place.workspace}/files`, form);
}

/** A board of answers that are asked for now. */
export async function boardByApi(place: Place, name: string, questions: readonly string[]) {
  await upload(place, sales());
  const tiles: object[] = [];
  const workspace_id = place.workspace.split('/').at(-1);
  for (const q of questions) {
    const { trace_id } = await send<{ trace_id: string }>(place, 'POST', '/query', {
      ...{ q, workspace_id },
    });
    const { id } = await send<{ id: string }>(place, 'POST', `${place.workspace}/saved`, {
      trace_id,
    });
    tiles.push({ saved_id: id, width: tiles.length === 0 ? 2 : 1 });
  }
  const board = { name, tiles };
  return (await send<{ id: string }>(place, 'POST', `${place.workspace}/boards`, board)).id;
}
