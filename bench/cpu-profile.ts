import { readFileSync } from 'node:fs';

/** A profile of V8 (Chrome DevTools protocol, `Profiler.Profile`). */
interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds. */
  readonly timeDeltas: readonly number[];
}
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

const IDLE = new Set(['(idle)', '(root)']);

/** Milliseconds of processor time by whose code it was spent for, most first. */
export function timeByOwner(file: string): ReadonlyMap<string, number> {
  const served = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const owners = ownersOf(served);
  const spent = new Map<string, number>();
  for (const [at, id] of served.samples.entries()) {
    const owner = owners.get(id);
    if (owner) spent.set(owner, (spent.get(owner) ?? 0) + (served.timeDeltas[at + 1] ?? 0) / 1_000);
  }
  return new Map([...spent].toSorted(([, a], [, b]) => b - a));
}

/** Each node's own package or file; what Node itself does counts for the nearest caller that is not Node. */
function ownersOf({ nodes }: Profile): ReadonlyMap<number, string | null> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owners = new Map<number, string | null>();
  const visit = (node: ProfileNode, caller: string) => {
    const own = IDLE.has(node.callFrame.functionName) ? null : (ownerOf(node) ?? caller);
    owners.set(node.id, own);
    for (const child of node.children ?? []) visit(byId.get(child)!, own ?? caller);
  };
  visit(nodes[0]!, 'node');
  return owners;
}

function ownerOf({ callFrame: { url, functionName } }: ProfileNode): string | null {
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (functionName === '(program)') return 'native code and the kernel';
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (installed) return installed;
  return /\/((?:src|plugins|workers)\/[^?]+)$/.exec(url)?.[1] ?? null;
}
