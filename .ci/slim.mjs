// Plain JavaScript: npm runs this at the end of `npm ci`, with whatever Node there is.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The pinned Node brings 67 MB of C headers, which only addons that are compiled here would read: none is. */
const packages = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url));
for (const name of namesIn(packages))
  rmSync(path.join(packages, name, 'include'), { recursive: true, force: true });

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    // An installation without the development packages has no Node of its own.
    return [];
  }
}
