import { z } from 'zod';

type Value = Readonly<Record<string, unknown>>;
type LeaveOut = (value: unknown) => unknown;

/** By schema: what is done to a value before it is parsed; null: nothing. */
const made = new WeakMap<z.ZodType, LeaveOut | null>();

/** A value without the fields that are null where the schema takes none for nothing: null is a field left out. */
export const withoutNulls = (schema: z.ZodType, value: unknown): unknown =>
  leaveOutOf(schema)?.(value) ?? value;

function leaveOutOf(schema: z.ZodType): LeaveOut | null {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const found = make(schema);
  made.set(schema, found);
  return found;
}

function make(schema: z.ZodType): LeaveOut | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return leaveOutOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNonOptional)
    return leaveOutOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return leaveOutOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodArray) return inEach(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? inFields(schema) : null;
}

function inEach(element: z.ZodType): LeaveOut | null {
  const inner = leaveOutOf(element);
  return inner && ((value) => (Array.isArray(value) ? value.map((one) => inner(one)) : value));
}

function inFields({ shape }: z.ZodObject): LeaveOut | null {
  const fields = Object.entries(shape as Readonly<Record<string, z.ZodType>>);
  const optional = new Set(
    fields
      .filter(([, one]) => one.safeParse(undefined).success && !one.safeParse(null).success)
      .map(([name]) => name),
  );
  const inner = fields.flatMap(([name, one]) => {
    const leaveOut = leaveOutOf(one);
    return leaveOut ? [[name, leaveOut] as const] : [];
  });
  if (optional.size + inner.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const left = Object.fromEntries(
      Object.entries(value as Value).filter(([name, one]) => one !== null || !optional.has(name)),
    );
    for (const [name, leaveOut] of inner)
      if (Object.hasOwn(left, name)) left[name] = leaveOut(left[name]);
    return left;
  };
}
