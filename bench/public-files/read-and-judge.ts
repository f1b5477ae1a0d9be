import { parsed } from '../../test/unit/ingest/parse.ts';
import { type Judged, judge } from './judge.ts';
import type { MadeFile } from './made.ts';

/** Reads a file and judges what it became; a refusal says why, as a note does. */
export async function readAndJudge({ name, bytes, expected }: MadeFile): Promise<Judged> {
  try {
    const { tables, notes } = await parsed(bytes, { filename: name });
    return judge(tables, notes, expected);
  } catch (error) {
    const why = `refused: ${(error as Error).message.slice(0, 160)}`;
    return { verdict: 'wrong with a note', why };
  }
}
