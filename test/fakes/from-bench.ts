/** A module of the bench that needs packages of its own (`npm ci --prefix bench`); null where they are not installed. */
export async function fromBench<T>(file: string): Promise<T | null> {
  try {
    return (await import(new URL(`../../bench/${file}`, import.meta.url).href)) as T;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || process.env['REQUIRE_SERVICES'] === '1') throw error;
    return null;
  }
}
