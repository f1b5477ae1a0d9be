import type { Candidate } from '#src/ask/trace/candidates.ts';
import type { Mention, Reading } from '#src/ask/trace/types.ts';
import type { Approximation } from '#src/planner/wording.ts';

/** A rounded number may be this far off, relatively: a 1 that stands for 1.4 says too little. */
const ROUGHEST = 0.05;
/** The same where the text says that it is rough: "about three times". */
const ROUGHEST_SAID = 0.15;

/** Whether a reading is the candidate times `scale`, as it is or rounded to the digits that are written. */
export function fits(
  reading: Reading,
  candidate: Candidate,
  scale: number,
  approximation: Approximation,
  { kind }: Mention,
): boolean {
  const value = candidate.value * scale;
  if (
    approximation === 'none' &&
    reading.exact !== null &&
    candidate.exact !== null &&
    scale === 1
  ) {
    if (reading.exact === candidate.exact) return true;
    // Whole numbers are never rounded to other whole numbers, however long they are.
    if (!candidate.exact.includes('.')) return false;
  }
  const step =
    approximation === 'none' ? reading.step : Math.max(reading.step, roundStep(reading.value));
  const slack = Math.abs(value) * 1e-12;
  const off = value - reading.value;
  const isNear =
    approximation === 'over'
      ? off >= -slack && off < step
      : approximation === 'under'
        ? off <= slack && off > -step
        : Math.abs(off) <= step / 2 + slack;
  if (!isNear) return false;
  const isWholePercent =
    (kind === 'percent' || kind === 'points') &&
    reading.step <= 1 &&
    Math.abs(reading.value) >= reading.step;
  const rough = approximation === 'none' ? ROUGHEST : ROUGHEST_SAID;
  return isWholePercent || Math.abs(off) <= rough * Math.abs(value) + slack;
}

/** The step of a round number: 100 of 1,200; at least two digits are taken to be said. */
function roundStep(value: number): number {
  const size = Math.abs(value);
  if (size < 100 || !Number.isInteger(size))
    return size < 100 && Number.isInteger(size) && size % 10 === 0 ? 10 : 0;
  let step = 1;
  while (size % (step * 10) === 0 && step * 100 <= size) step *= 10;
  return step;
}
