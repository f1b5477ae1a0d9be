import { registerHooks } from 'node:module';

/**
 * Finds our own modules by their names, which say all there is to know (`#src/x.ts`, `./x.ts`). Node would look for a
 * package.json, for what `imports` says there and for links at each of them, which is a fifth of a start. For the thread
 * that imports this.
 */
const root = new URL('../', import.meta.url).href;
/** The package holds JavaScript. */
const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
const format = ending === '.ts' ? 'module-typescript' : 'module';
const OWN = /^#(?:src|config|plugins|workers)\//;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!specifier.endsWith(ending) || !parentURL?.startsWith(root))
      return next(specifier, context);
    if (parentURL.includes('/node_modules/', root.length)) return next(specifier, context);
    if (OWN.test(specifier)) return { url: root + specifier.slice(1), format, shortCircuit: true };
    if (!specifier.startsWith('.')) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
  },
});
