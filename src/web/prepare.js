// Plain JavaScript: npm runs this at the end of `npm ci`, with whatever Node there is.
import { createRequire } from 'node:module';

/** Builds the page where what it takes is installed; an installation for running alone keeps what was built before. */
const [major, minor] = process.versions.node.split('.').map(Number);
const stripsTypes = major > 22 || (major === 22 && minor >= 18);
const missing = ['vite', 'preact-iso'].filter((name) => !isInstalled(name));
if (missing.length > 0)
  console.log(`The page isn't built: it needs the development packages (${missing.join(', ')}).`);
else if (!stripsTypes)
  console.log(
    `The page isn't built: it needs Node 22.18 or newer, but this is Node ${process.versions.node}. Run "npm run build:page" to use the Node that npm installed.`,
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
