/** `npm run client`: writes src/client/generated from the routes of the service. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openGateway } from '../http/gateway.ts';
import { clientModules } from './generate.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../src/client/generated');

/** Paths of the generated modules, each with what has to stand in it for the routes as they are. */
export async function freshModules(): Promise<readonly (readonly [file: string, text: string])[]> {
  const gateway = await openGateway();
  try {
    const { types, calls } = clientModules(gateway.document as never);
    return [
      [path.join(FOLDER, 'types.ts'), types],
      [path.join(FOLDER, 'calls.ts'), calls],
    ];
  } finally {
    await gateway.close();
  }
}

if (import.meta.main) for (const [file, text] of await freshModules()) await writeFile(file, text);
