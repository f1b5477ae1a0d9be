/** A line of `SHOW GRANTS`, read. */
export interface Grant {
  readonly privileges: readonly string[];
  /** Database and table that it holds for; `*` for all. */
  readonly database: string;
  readonly table: string;
  readonly grantOption: boolean;
}

/** What may change data, tables, files or the server; all but these are for reading. */
const WRITING = new Set([
  'ALL',
  'ALL PRIVILEGES',
  'INSERT',
  'UPDATE',
  'DELETE',
  'CREATE',
  'DROP',
  'ALTER',
  'INDEX',
  'REFERENCES',
  'TRIGGER',
  'EVENT',
  'CREATE VIEW',
  'CREATE ROUTINE',
  'ALTER ROUTINE',
  'CREATE TEMPORARY TABLES',
  'DELETE HISTORY',
]);
/** Rights over the server, not over a database. */
const POWERS: ReadonlyMap<string, string> = new Map([
  ['FILE', 'read and write files on the server'],
  ['SUPER', "change server settings and end other users' sessions"],
  ['PROCESS', "see other users' statements"],
  ['SHUTDOWN', 'stop the server'],
  ['CREATE USER', 'create users'],
]);

/** Reads `GRANT SELECT, INSERT (a, b) ON \`shop\`.* TO …`; null for a line that grants a role or the use of a proxy. */
export function readGrant(line: string): Grant | null {
  const found =
    /^GRANT (?<list>.+?) ON (?<database>\*|`(?:[^`]|``)+`)\.(?<table>\*|`(?:[^`]|``)+`) TO (?<rest>.*)$/s.exec(
      line,
    );
  if (!found?.groups) return null;
  const { list, database, table, rest } = found.groups;
  return {
    privileges: list!
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((name) => name.trim().toUpperCase()),
    database: unquoted(database!),
    table: unquoted(table!),
    grantOption: / WITH .*GRANT OPTION/s.test(rest!),
  };
}

/** The roles that a line gives: `GRANT \`reader\`@\`%\`, … TO …`; none for other lines. */
export function rolesOf(line: string): string[] {
  const found = /^GRANT (?<roles>[`'].+?) TO /s.exec(line);
  return (
    found?.groups?.['roles']?.match(
      /(?:`(?:[^`]|``)+`|'[^']+')(?:@(?:`(?:[^`]|``)+`|'[^']+'))?/g,
    ) ?? []
  );
}

/** What a user can do beyond reading some databases, as sentences. */
export function judgeGrants(
  user: string,
  grants: readonly Grant[],
  databases: readonly string[],
): { readonly readOnly: boolean; readonly warnings: readonly string[] } {
  const here = grants.filter(({ database }) => databases.some((name) => matches(database, name)));
  const writing = [
    ...new Set(here.flatMap(({ privileges }) => privileges.filter((name) => WRITING.has(name)))),
  ];
  const everywhere = grants.filter(({ database, table }) => database === '*' && table === '*');
  const held = new Set(everywhere.flatMap(({ privileges }) => privileges));
  const isAll = held.has('ALL') || held.has('ALL PRIVILEGES');
  const powers = [...POWERS].filter(([name]) => !isAll && held.has(name));
  const warnings: string[] = [];
  if (isAll)
    warnings.push(
      `The user "${user}" has all privileges on the server. Use one that can only SELECT.`,
    );
  else if (writing.length > 0)
    warnings.push(
      `The user "${user}" can change the database (${writing.join(', ')}). One that can only SELECT is safer.`,
    );
  if (powers.length > 0)
    warnings.push(
      `The user "${user}" can ${powers.map(([, what]) => what).join('; ')} (${powers.map(([name]) => name).join(', ')}).`,
    );
  if (!isAll && grants.some(({ grantOption }) => grantOption))
    warnings.push(`The user "${user}" can give its privileges to others (GRANT OPTION).`);
  const isPowerful = powers.some(([name]) => name !== 'PROCESS');
  return { readOnly: !isAll && writing.length === 0 && !isPowerful, warnings };
}

function unquoted(name: string): string {
  return name === '*' ? name : name.slice(1, -1).replaceAll('``', '`');
}

/** In a grant `%` and `_` of a database's name are wildcards, unless `\` stands before them. */
function matches(pattern: string, database: string): boolean {
  if (pattern === '*') return true;
  const source = pattern.replace(/\\([%_])|([%_])|[\s\S]/g, (char, escaped, wild) => {
    if (escaped) return escaped;
    if (wild) return wild === '%' ? '[\\s\\S]*' : '[\\s\\S]';
    return char.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'i').test(database);
}
