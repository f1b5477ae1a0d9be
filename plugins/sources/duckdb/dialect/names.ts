/** How DuckDB compares names: without case, but of ASCII letters only. Most names have none to fold. */
export const fold = (name: string) =>
  CAPITAL.test(name) ? name.replace(CAPITALS, (letters) => letters.toLowerCase()) : name;

const CAPITAL = /[A-Z]/;
const CAPITALS = /[A-Z]+/g;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
