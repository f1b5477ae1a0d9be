import { type JoinedWords, nameParts } from '#src/catalog/name-parts.ts';
import type { ColumnType } from '#src/plugin-api/catalog.ts';

const split = (text: string) => text.trim().split(/\s+/);

/** The same secret in another form, or another copy of it: `password_hash`, `token_encrypted`, `password_confirm`. */
const FORMS =
  split(`hash hashes hashed digest encrypted cipher ciphertext plain plaintext clear text raw value string
  confirm confirmation again repeat new old current previous temp temporary base pem bytes hex md5 sha sha1 sha256 bcrypt
  field col column user admin as written`);
/** What stands before `token`, `key`, `code` and `pass` where they are credentials. */
const OF_TOKENS =
  split(`access refresh auth oauth api session reset remember verification confirmation activation
  invitation invite bearer csrf xsrf id device push unlock login security webhook bot personal private authentication
  authorization magic link feed client user jwt sso registration secret`);
/** What a key does, what it opens, and who is let in by it; the keys of rows (`customer_key`, `sort_key`) are others. */
const OF_KEYS = split(`secret private master root shared preshared symmetric
  encryption encrypted encrypt decryption cipher wrapping signing hmac mac aes rsa jwt jws crypto tls ssl ssh pgp gpg
  api access auth authentication authorization session cookie csrf token oauth sso saml otp totp mfa 2fa factor security
  login unlock reset verification confirmation activation invitation invite remember recovery pass deploy webhook write
  ingest ingestion wifi wlan wpa vpn wallet license licence
  merchant gateway integration server service application app developer consumer admin bot`);
const OF_CODES =
  split(`otp totp mfa 2fa factor verification activation reset auth authentication authorization login
  recovery backup unlock access sms secret pass cvv cvc`);
const OF_PASSES =
  split(`user usr db database sql mysql smtp imap pop ftp ssh admin root login mail email wifi ldap proxy
  web server account old new md`);
const OF_PINS = split('card atm sim login user access security debit credit account bank');
const OF_CREDENTIALS = split(
  'login user db database aws gcp azure cloud api auth account access google',
);
/** Cards that pay nothing. */
const OTHER_CARDS =
  split(`loyalty library member membership report score time business gift sim phone graphics club bonus
  reward rewards student employee staff health trading collector game post discard wild key fuel`);
/** These are a secret whatever stands before them: anything that ends with them. */
const NOUNS = split(
  `password passphrase passcode secret otp totp cvv cvc ssn jwt apikey nino dni cpf bsn aadhaar`,
);

const any = (words: readonly string[]) => `(?:${words.join('|')})`;
const before = (words: readonly string[], head: string) => `${any(words)} ${head}`;

/** Ends of a name that tell a secret: the last noun says what a column holds. */
const SECRET = endings([
  any([...NOUNS, 'passwords', 'secrets']),
  'pass word',
  'token',
  // What a passkey or a security key is known by, and what is asked of it.
  '(?:webauthn|passkey|u2f|fido2?|credential)(?: user| raw| key)? (?:x?id|uid|handle|challenge|nonce)',
  'passkeys?|key handle|psk|code verifier|private pem',
  before(split('session auth authentication login'), 'cookie'),
  before(OF_TOKENS, 'tokens'),
  before(OF_KEYS, 'keys?'),
  before(OF_CODES, 'codes?'),
  before(OF_PASSES, '(?:pass|pw)'),
  before(OF_CREDENTIALS, 'credentials?'),
  'card (?:security|verification) (?:code|number)',
  '(?:seed|recovery|mnemonic|backup) phrase',
  '(?:secret|security|password)(?: question)? answer',
  'security stamp',
  'ssn last',
  'password (?:salt|hint)',
  '(?:pass|pw) (?:hash|digest)',
  '(?:connection|conn) string',
  '(?:session|auth) data',
  'pan number|card pan',
  '(?:credit|debit|payment|bank|cc) ?card(?: number)?|cc number',
  'card number',
  before(OF_PINS, 'pin'),
  '(?:pin|password|passcode|otp|ssn|cvv|aadhaar|dni|cpf|bsn) number',
  'passport number',
  'social (?:security|insurance) number',
  'national (?:id|identity|identification)(?: card)?(?: number)?',
  'national insurance number',
  '(?:identity|id|aadhaar) card(?: number)?',
  'citizen id(?: number)?',
]);
/** Secrets only as whole names, and of texts: `social_security` is also what payrolls take off, `pin` a mark on a map. */
const WHOLE = /^(?:pin|pw|social security)$/;
/** Whether there is one, or that something is done with it: `has_password`, `use_token`. */
const TELLS_WHETHER = /^(?:is|has|have|had|was|requires?|needs?|uses?|must|allows?|shows?|forgot) /;
const OTHER_CARD = new RegExp(`\\b${any(OTHER_CARDS)} card number$`);
const TRAILING_FORMS = new RegExp(`(?: ${any(FORMS)})+$`);
/** Secrets that are written in digits, so that files and databases may keep them as numbers with a point. */
const DIGITS = /(?:number|card|ssn|pan)$/;
const ROW_KEY = /(?: key|(?:webauthn|passkey|credential) x?id|handle)$/;
const PLURAL = /(?:keys|codes|tokens|passwords|secrets)$/;

const JOINED: JoinedWords = {
  words: new Set([
    ...FORMS,
    ...OF_TOKENS,
    ...OF_KEYS,
    ...OF_CODES,
    ...OF_PASSES,
    ...OF_CREDENTIALS,
    ...OTHER_CARDS,
    ...NOUNS,
    ...split(`token tokens key keys code codes passport national identity identification number card pin credit debit cc
      social insurance seed phrase answer webauthn passkey u2f fido xid handle challenge verifier cookie question stamp security pw salt hint two factor last four count type status expiry expires expired changed
      updated created date at name level length attempts policy my the str fld is has must change`),
  ]),
  anchors:
    split(`password passwd passwort kennwort passphrase wachtwoord contrasena apikey secretkey privatekey accesskey
    cardnumber creditcard token secret pwd`),
};

function endings(patterns: readonly string[]): RegExp {
  return new RegExp(`(?:^| )(?:${patterns.join('|')})$`);
}

/**
 * Whether a column's name says that it holds a secret: a credential (passwords, hashes of them, tokens, keys, codes of a
 * sign-in), the number of a card that pays, or a person's national id. Decided by name and type alone, before any value
 * is read. The last noun of a name says what it holds, so what is only said about a secret is none: `password_policy`,
 * `token_count`, `card_type`. Names, addresses, emails and telephone numbers are personal, and no secrets.
 */
export function isSecretName(name: string, type: ColumnType = 'text'): boolean {
  if (type === 'boolean' || type === 'date' || type === 'timestamp' || type === 'time')
    return false;
  const whole = nameParts(name, JOINED);
  const text = whole.replace(TRAILING_FORMS, '');
  if (TELLS_WHETHER.test(text) || OTHER_CARD.test(text)) return false;
  const hasPoint = type === 'decimal' || type === 'float';
  if (WHOLE.test(text)) return text === 'pin' ? !hasPoint : !hasPoint && type !== 'integer';
  if (!SECRET.test(text) && !SECRET.test(whole)) return false;
  // Numbers of tokens and keys are counts, a key or id that is a number is one of rows; with a point only what is written
  // in digits is a secret.
  if (type === 'integer') return !PLURAL.test(text) && !ROW_KEY.test(whole);
  return !hasPoint || DIGITS.test(text);
}

/** Cells that could be the number of a card: its digits, of which some may be masked. */
const MAY_BE_CARD = /[\d*x•#]{12}/i;
/** What some call a secret and others the number of a library card or a connector's contact: the values tell. */
const DOUBTFUL: readonly (readonly [RegExp, (text: string) => boolean])[] = [
  [/^(?:(?:the|my) )?card number$/, (text) => MAY_BE_CARD.test(text.replace(/[\s.-]/g, ''))],
  [/^pin(?: number)?$/, (text) => /^\d{4,12}$/.test(text)],
];
/** So many values show that a column holds no secret. */
const FEWEST = 3;

/** Whether values under a name that may be a secret's are none. False for names that surely are. */
export function showNoSecret(
  { name }: Pick<NamedColumn, 'name'>,
  values: readonly unknown[],
): boolean {
  const mayBe = doubtOf(name);
  const texts = values.flatMap((value) => (value === null ? [] : [String(value).trim()]));
  const filled = texts.filter((text) => text !== '');
  if (!mayBe || filled.length < FEWEST) return false;
  return !filled.some((text) => text.length > LONGEST_CODE || mayBe(text));
}
/** Longer texts may be digests or what is encrypted. */
const LONGEST_CODE = 24;

/** What a value that may be the secret looks like, by a name that only may be a secret's; null for all others. */
export const doubtOf = (name: string) =>
  DOUBTFUL.find(([found]) => found.test(nameParts(name, JOINED)))?.[1] ?? null;

/** Words of sign-ins: digests in columns and tables called so are those of secrets. */
const SIGN_INS =
  split(`password pass pw passcode secret salt token auth authentication credential credentials login pin otp
  signin`);
const ACCOUNTS = /^(?:user|account|login|credential|member|admin|administrator)s?$/;
const DIGEST_NAME = /(?:^| )(?:hash|digest|salt|hashed|checksum)$/;

interface NamedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** What the names of a table and of its columns tell of secrets in it. */
export interface SecretNames {
  /** Whether a column's name says that it holds a secret. */
  isSecret(column: NamedColumn): boolean;
  /** Whether digests in a column would be those of secrets. */
  tellsOfDigests(column: NamedColumn): boolean;
}

/** A salt beside a secret belongs to it; a digest does, and so does one among the columns of accounts. */
export function secretNames(table: string, columns: readonly NamedColumn[]): SecretNames {
  const hasSecret = columns.some(({ name, type }) => isSecretName(name, type));
  const isOfAccounts = ACCOUNTS.test(nameParts(table, JOINED).split(' ').at(-1) ?? '');
  return {
    isSecret: ({ name, type }) =>
      isSecretName(name, type) ||
      (hasSecret && (type === 'text' || type === 'binary') && nameParts(name, JOINED) === 'salt'),
    tellsOfDigests: ({ name }) => {
      const words = nameParts(name, JOINED);
      return (
        words.split(' ').some((word) => SIGN_INS.includes(word)) ||
        (DIGEST_NAME.test(words) &&
          (hasSecret || isOfAccounts) &&
          !/ (?:hash|digest|checksum)$/.test(words))
      );
    },
  };
}
