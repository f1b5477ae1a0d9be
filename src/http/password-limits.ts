import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Config } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';
import type { Limiter, Limiters } from './middleware/limiters.ts';
import { network } from './middleware/network.ts';

const QUARTER = 900;
const HOUR = 3_600;
/** Tries an hour that each address has where too many came from all of them together. */
const SLOWED = 3;

/** Counts a try to sign in with a password; fails with `rate_limited`. */
type LimitPasswords = (email: string, req: Request) => Promise<void>;

/**
 * Tries are counted for each email address and address on the network together: whoever fails elsewhere takes nobody's
 * own tries. Beyond a number from everywhere an hour, every address has few. It is never closed to all: a stranger
 * could lock a person out.
 */
export function passwordLimits({ sessions }: Pick<Config, 'sessions'>, limiters: Limiters) {
  const here = limiters.limiter('sign-in-person', sessions.sign_ins_per_person, QUARTER);
  const everywhere = limiters.limiter('sign-in-email', sessions.sign_ins_per_email, HOUR);
  const slowed = limiters.limiter('sign-in-slowed', SLOWED, HOUR);
  const limit: LimitPasswords = async (email, req) => {
    const person = hash('sha256', email.toLowerCase());
    const fromHere = `${person} ${network(req.ip ?? '')}`;
    await refuseBeyond(here, fromHere);
    const { consumedPoints } = await everywhere.count(person);
    if (consumedPoints > everywhere.points) await refuseBeyond(slowed, fromHere);
  };
  return limit;
}

async function refuseBeyond(limiter: Limiter, key: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await limiter.count(key);
  if (consumedPoints <= limiter.points) return;
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  throw new AppError(
    'rate_limited',
    `Too many sign-ins with this email address. Try again in ${Math.ceil(seconds / 60)} min.`,
    { retryAfter: seconds },
  );
}
