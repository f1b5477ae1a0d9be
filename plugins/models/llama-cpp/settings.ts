import path from 'node:path';
import { z } from 'zod';
import { modelSettings } from '../ai-sdk/settings.ts';

const whole = z.number().int().min(1);

/** The sections `model` and `llama_cpp` of the configuration; defaults, units and bounds stand in `config/sections`. */
export const llamaCppSettings = z
  .object({
    file: z.string({ error: 'name the GGUF file (PLUMBLINE_MODEL__FILE=/models/x.gguf)' }).min(1),
    provider: z.string().nullable(),
    model: z.string(),
    fallbacks: z.array(z.looseObject({ provider: z.string(), model: z.string() })),
    llama_cpp: z.object({
      packages: z.string().nullable(),
      memory_mb: whole,
      context_tokens: whole,
      threads: whole.nullable(),
      gpu: z.enum(['auto', 'off']),
      load_timeout_ms: whole,
      stop_ms: whole,
    }),
  })
  .loose()
  .transform(({ file, llama_cpp, ...rest }, context) => {
    const name = path.basename(file).replace(/\.gguf$/i, '');
    const parsed = modelSettings.safeParse({
      ...rest,
      provider: rest.provider ?? 'llama-cpp',
      model:
        rest.provider === null || rest.provider === 'llama-cpp' ? rest.model || name : rest.model,
    });
    if (!parsed.success) {
      for (const { path: at, message } of parsed.error.issues)
        context.addIssue({ code: 'custom', path: [...at], message });
      return z.NEVER;
    }
    return { ...parsed.data, file, llama_cpp };
  });

export type LlamaCppSettings = z.output<typeof llamaCppSettings>;
