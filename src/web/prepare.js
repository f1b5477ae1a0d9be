// Plain JavaScript: npm runs this at the end of `npm ci`, with whatever Node there is.
import { createRequire } from 'node:module';

/** Builds the page where what it takes is installed; an installation for running alone keeps what was built before. */
const [major, minor] = process.versions.node.split('.').map(Number);
const stripsTypes = major > 22 || (major === 22 && minor >= 18);
const missing = ['vite', 'preact-iso'].filter((name) => !isInstalled(name));
if (missing.length > 0)
  console.log(
    `The page is not built: ${missing.join(' and ')} come with the development packages.`,
  );
else if (!stripsTypes)
  console.log(
    `The page is not built: that takes Node 22.18 or newer, and this is ${process.versions.node}. "npm run build:page" does it with the Node that npm installed.`,
  );
else await (await import('./build.ts')).buildPage();

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
