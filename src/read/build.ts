import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Ask } from '#src/read/ask.ts';
import { buildComputed } from '#src/read/build/computed.ts';
import { BuildContext, soundly, unsound } from '#src/read/build/context.ts';
import { buildGroupCount } from '#src/read/build/group-count.ts';
import { buildList } from '#src/read/build/list.ts';
import type { Choice, Schema } from '#src/read/resolve.ts';

export interface BuiltQuery {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
}

/** Writes a reading as a query; a text where it would compute nothing sound. */
export const buildAsk = (ask: Ask, choice: Choice, schema: Schema): BuiltQuery | string =>
  soundly(() => {
    const build = new BuildContext(ask, choice, schema);
    if (ask.items.length === 0) unsound("The question doesn't ask for anything.");
    if (build.showsTwice()) unsound('Two words in the question were read as the same column.');
    const isComputed = ask.items.some(({ fn }) => fn !== null);
    const query =
      buildGroupCount(build) ??
      (isComputed || build.isGrouped() ? buildComputed(build) : buildList(build));
    return { query, assumptions: [...build.assumptions] };
  });
