import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { Answer } from '#src/ask/types.ts';
import { AppError } from '#src/errors.ts';
import type { Starter } from '#src/sample/starters.ts';
import { acceptedSpeaker } from '#src/texts/languages.ts';
import { envelope } from '../envelope.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { sampleRecord, signupRecord, whoamiRecord } from '../schemas.ts';

/** What a small picture of an answer takes; its trace and result are nobody's. */
function thumbnailOf(answer: Answer): Record<string, unknown> {
  const { trace_id: _, result_token: __, ...shown } = envelope(answer);
  return shown;
}

export function identityRoutes(
  accounts: AccountsService,
  { signup }: Pick<Config, 'signup'>,
  starters: () => Promise<readonly Starter[]>,
): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/whoami',
      summary: 'Describe your key',
      tag: 'Identity',
      capability: 'identify',
      rate: 'request',
      responses: {
        200: { description: 'The key, its account and its access', schema: whoamiRecord },
      },
      handle: async ({ principal }) => json(await accounts.whoami(principal)),
    }),
    defineRoute({
      method: 'get',
      path: '/sample',
      summary: 'Get the public sample data: key, IDs and questions to try',
      tag: 'Identity',
      capability: 'public',
      rate: 'none',
      responses: { 200: { description: 'The sample', schema: sampleRecord } },
      errors: ['not_found'],
      async handle({ raw }) {
        const sample = await accounts.sample();
        if (!sample) throw new AppError('not_found', 'Not found');
        const speaker = acceptedSpeaker(raw.get('accept-language'));
        const shown = (await starters()).map(({ question, answer }) => ({
          question: speaker.question(question),
          answer: answer && thumbnailOf(answer),
        }));
        return json({ ...sample, starters: shown });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/accounts/signup',
      summary: 'Create an account with a tenant, the workspace General and a first key',
      tag: 'Identity',
      capability: 'public',
      rate: 'request',
      off: signup === 'closed',
      body: z.object({
        email: z.email().max(254),
        project_name: z.string().trim().min(1).max(100),
      }),
      responses: {
        201: { description: 'The account; its key is shown only once', schema: signupRecord },
      },
      errors: ['not_found', 'rate_limited'],
      async handle({ body }) {
        return json(
          await accounts.signup({ email: body.email, projectName: body.project_name }),
          201,
        );
      },
    }),
  ];
}
