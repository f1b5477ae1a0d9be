import { signal } from '@preact/signals';
import type { Feedback } from '../api/answers.ts';

/** What was said of answers in this tab, by their trace. */
export const ratings = signal<ReadonlyMap<string | null, Feedback['rating']>>(new Map());
