import { readFile } from 'node:fs/promises';

/** The lines of a questions file (JSON Lines), of the named databases or of all. */
export async function readQuestions<T extends { readonly db_id: string }>(
  file: string,
  databases: string | undefined,
): Promise<T[]> {
  const wanted = databases ? new Set(databases.split(',')) : null;
  return (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
    .filter((question) => !wanted || wanted.has(question.db_id));
}
