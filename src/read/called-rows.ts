import type { Ask, Condition, Option, Ref, ValueOption, ValueRef } from '#src/read/ask.ts';
import { type BuiltQuery, buildAsk } from '#src/read/build.ts';
import type { Choice, Schema } from '#src/read/resolve.ts';

/**
 * As `buildAsk`, where rows may be called by a value of theirs: `engineers` are people whose job is that, which
 * is told.
 */
export function buildCalled(ask: Ask, choice: Choice, schema: Schema): BuiltQuery | string {
  const called = [...choice.refs].flatMap(([ref, option]) =>
    option.kind === 'table' && option.only ? [{ ref, only: option.only }] : [],
  );
  const values = new Map<ValueRef, ValueOption>(choice.values);
  let { conditions } = ask;
  for (const { ref, only } of called) {
    if (values.has(only)) continue;
    values.set(only, only.options[0]!);
    conditions = withValue(conditions, ref, only);
  }
  const built = buildAsk({ ...ask, conditions }, { ...choice, values }, schema);
  if (typeof built === 'string') return built;
  const told = [...choice.refs].flatMap(([ref, option]) => {
    const meant = meantBy(option, schema);
    return meant === null ? [] : [`"${ref.text}" means ${meant}.`];
  });
  return { ...built, assumptions: [...new Set([...told, ...built.assumptions])] };
}

/** What a word stands for that does not name it; null where it does. */
function meantBy(option: Option, { tables }: Schema): string | null {
  const { label, columns } = tables.get(option.table)!;
  if (option.kind === 'table' && option.only) {
    const [{ column, texts } = option.only.options[0]!] = option.only.options;
    const called = columns.find(({ name }) => name === column)!;
    return `${label} whose ${called.label} is ${texts.join(' or ')}`;
  }
  return option.kind === 'table' && option.ofKinds ? label : null;
}

/** Conditions with a value of rows, right behind what is said of these. */
function withValue(
  conditions: readonly Condition[],
  ref: Ref,
  value: ValueRef,
): readonly Condition[] {
  const own: Condition = {
    ...{ kind: 'value', of: null, near: null, values: [value] },
    ...{ negated: false, all: false },
  };
  const at = conditions.findIndex((one) => one.kind === 'rows' && one.of.from === ref.from);
  return conditions.toSpliced(at + 1, 0, own);
}
