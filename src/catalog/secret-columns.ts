import { expandWords, wordsOf } from '#src/catalog/names.ts';

/** One of these words alone tells a secret. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'passwort',
  'passphrase',
  'passcode',
  'passhash',
  'apikey',
  'cvv',
  'cvc',
  'ssn',
  'creditcard',
]);
/** These words tell a secret together, in this order and with nothing between. */
const SECRET_PHRASES: readonly string[] = [
  'secret',
  'secret key',
  'client secret',
  'token',
  'access token',
  'refresh token',
  'auth token',
  'api token',
  'session token',
  'api key',
  'access key',
  'private key',
  'card number',
  'credit card',
  'debit card',
  'cc number',
  'social security',
  'passport number',
  'passport no',
  'national id',
  'national insurance number',
  'pin',
  'card pin',
  'pass word',
];
/** A short name is a secret only as the whole name: `token count` and `pin code` are none. */
const WHOLE_NAME: ReadonlySet<string> = new Set(['secret', 'token', 'pin']);
/** What is said of a secret is none: `password changed at`, `card type`. */
const ABOUT =
  /\b(count|type|status|expiry|expires|expired|changed|updated|created|date|at|year|month|brand|provider|length|attempts|id)$/;

/**
 * Whether a column's name says that it holds secrets: passwords, tokens, keys, card numbers, national ids. Decided by
 * name alone, before any value is read. Names, addresses, e-mails and telephone numbers are no secrets: teams ask
 * for them.
 */
export function isSecretName(name: string): boolean {
  const words = expandWords(wordsOf(name));
  const text = words.join(' ');
  if (words.some((word) => SECRET_WORDS.has(word))) return !ABOUT.test(text);
  if (SECRET_PHRASES.includes(text)) return true;
  if (ABOUT.test(text) && !/\bnational id$/.test(text)) return false;
  return SECRET_PHRASES.some(
    (phrase) => !WHOLE_NAME.has(phrase) && ` ${text} `.includes(` ${phrase} `),
  );
}
