import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { VegaView } from '../test/unit/charts/vega-view.ts';

/** Draws a specification as Vega does. */
export async function drawnByVega(spec: unknown): Promise<VegaView> {
  const warnings: string[] = [];
  const logger = {
    ...{ level: () => logger, error: note, warn: note, info: () => logger, debug: () => logger },
  };
  function note(...what: readonly unknown[]) {
    warnings.push(what.map(String).join(' '));
    return logger;
  }
  const compiled = compile(JSON.parse(JSON.stringify(spec)) as TopLevelSpec, {
    logger: logger as never,
  });
  const view = new vega.View(vega.parse(compiled.spec), {
    renderer: 'none',
    logger: logger as never,
  });
  await view.runAsync();
  return {
    svg: await view.toSVG(),
    warnings,
    marks: marksOf(view).length,
    domainOf: (name) => domainOf(view, name),
    close: () => void view.finalize(),
  };
}

interface Item {
  readonly marktype?: string;
  readonly name?: string;
  readonly items?: readonly Item[];
}

/** Items of the marks that the specification calls `main` or `numbers`. */
function marksOf(view: vega.View): readonly Item[] {
  const found: Item[] = [];
  const walk = (item: Item) => {
    const { name = '', marktype, items = [] } = item;
    if (/(main|numbers)(_child)?(_\d+)?_marks$/.test(name) && marktype !== 'group')
      found.push(...items);
    for (const one of items) walk(one);
  };
  walk((view.scenegraph() as unknown as { readonly root: Item }).root);
  return found;
}

/** The domain of a scale; those of a named view have its name before their own. */
function domainOf<T>(view: vega.View, name: string): readonly T[] {
  const scales = (view as unknown as { _runtime: { scales: object } })._runtime.scales;
  const found = [name, `main_${name}`].find((one) => one in scales);
  return (view.scale(found ?? name) as { domain(): T[] }).domain();
}
