import { z } from 'zod';

/** Kinds of settings: a number with its unit and bounds, a section, a list. */

export const bytes = (fallback: number, min: number, max: number, what: string) =>
  z.number().int().min(min).max(max).default(fallback).describe(`${what} (bytes)`);
export const milliseconds = (fallback: number, min: number, max: number, what: string) =>
  z.number().int().min(min).max(max).default(fallback).describe(`${what} (milliseconds)`);
export const count = (fallback: number, min: number, max: number, what: string) =>
  z.number().int().min(min).max(max).default(fallback).describe(what);

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;
export const MINUTE = 60_000;

export const section = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape).prefault({} as never);

/** A list, or text as an environment variable holds it: `a, b`. */
export const textList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/))])
  .transform((items) => items.filter((item) => item !== ''));
