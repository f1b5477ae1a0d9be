import { ConnectionError } from '#src/plugin-api/connection-error.ts';

/** Which server answers, for what they do differently. */
export interface Flavour {
  readonly product: 'MySQL' | 'MariaDB';
  readonly major: number;
  readonly minor: number;
  /** E.g. `MariaDB 10.11.19`. */
  readonly text: string;
}

/** Oldest versions with `COM_RESET_CONNECTION`, a statement time limit and window functions or their error. */
const OLDEST = { MySQL: [5, 7], MariaDB: [10, 3] } as const;

/** Reads `@@version`, such as `10.11.19-MariaDB-0+deb12u1` or `8.0.36`. Fails with `ConnectionError` `protocol`. */
export function flavourOf(version: string): Flavour {
  const product = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
  // Some proxies put 5.5.5- before the version of MariaDB, as old replicas wanted it.
  const found = /^(?:5\.5\.5-)?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version);
  const [major, minor] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  const text = `${product} ${found ? found.slice(1).filter(Boolean).join('.') : version}`;
  const [oldestMajor, oldestMinor] = OLDEST[product];
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new ConnectionError(
      'protocol',
      `The server is ${text}, but Plumbline needs ${product} ${oldestMajor}.${oldestMinor} or newer.`,
    );
  return { product, major, minor, text };
}
