import { isSecretName } from '#src/catalog/secret-columns.ts';
import type { CellValue, PersonalKind } from '#src/plugin-api/catalog.ts';

/** What a column of such values holds: a secret, data of a person, or neither. */
export type ValueShape = PersonalKind | 'secret' | null;

/** So many values have to be looked at where a shape also fits by chance. */
const FEWEST = 3;
/** Shares of the values that have the shape. */
const MOST = 0.8;
const NEARLY_ALL = 0.95;

/** What nothing but a secret looks like: hashes of passwords, private keys, tokens and keys by their issuers' prefixes. */
const CREDENTIALS: readonly RegExp[] = [
  // bcrypt and the other schemes of crypt(3), argon2, scrypt, PBKDF2 and what Django, Werkzeug, LDAP and PHP write.
  /^\$(?:2[abxy]?|1|5|6|7|y|gy|apr1|sha1|md5|P|H|S|argon2(?:id?|d)|scrypt|s0|pbkdf2(?:-\w+)?|bcrypt-sha256)\$\S{8,}/,
  /^(?:argon2|bcrypt(?:_sha256)?|scrypt|pbkdf2)[:_$]\S*\$\S{8,}/,
  /^(?:pbkdf2|scrypt):\S+\$\S{8,}/,
  /^\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2|ARGON2)[\w-]*\}\S{8,}/i,
  /^(?:SCRAM-SHA-\d+\$\d+:\S{8,}|md5[0-9a-f]{32}$)/,
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/,
  // JSON web tokens: a header that begins with {" in base64.
  /(?:^|[\s=])eyJ[\w-]{5,}\.(?:eyJ)?[\w-]{5,}\.[\w-]*/,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/=]{16,}/,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,})/,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/,
  /\bxox[abeoprs]-[\w-]{10,}|\bxapp-[\w-]{10,}|hooks\.slack\.com\/services\/\S{10,}/,
  /\bAIza[\w-]{35}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}/,
  /\bsk-(?:proj-|ant-|or-|svcacct-)?[\w-]{20,}|\bhf_[A-Za-z]{30,}|\bgsk_\w{20,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}|\bkey-[0-9a-f]{32}\b|\bnpm_\w{30,}|\bpypi-\w{40,}|\bdop_v1_[0-9a-f]{40,}/,
  /\bshp(?:at|ca|pa|ss)_[0-9a-f]{32}|\bsq0(?:atp|csp)-[\w-]{20,}|\bEAA[A-Za-z0-9]{60,}|\bplumb_live_\w{20,}/,
  // A password within an address, or a token in what it asks.
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@\S/i,
  /[?&](?:access_token|auth_token|refresh_token|id_token|api_?key|client_secret|password|sig|signature)=[^&\s]{6,}/i,
  /\b(?:password|pwd|AccountKey|SharedAccessKey)=[^;\s]{3,};/i,
];

/** Digests of the usual lengths, in hex or base64: a secret only where a name beside them speaks of one. */
const HEX =
  /^(?:0x|\\x|\*)?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;
const BASE64 = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/_-]{20,86}={0,2}$/;
const isDigest = (text: string) => HEX.test(text) || BASE64.test(text);

/** Whether a value is a secret by itself, wherever it stands: no index and no sample may have it. */
export function isCredential(value: string): boolean {
  const text = value.trim();
  if (text.length < SHORTEST) return false;
  return CREDENTIALS.some((shape) => shape.test(text)) || hasSecretMember(text);
}
const SHORTEST = 12;

/** JSON with a member that is called a secret and has a text: `{"smtp": {"password": "…"}}`. */
function hasSecretMember(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  for (const [, member = ''] of text.matchAll(/"([\w .-]{2,64})"\s*:\s*"[^"]/g))
    if (isSecretName(member)) return true;
  return false;
}

const UUID = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;
/** A number that machines give: nobody names it by a part of it, or near it. */
export const isMachineId = (text: string): boolean => UUID.test(text) || HEX.test(text);

/** Whether values are numbers that machines give: uuids, digests, hashes of commits. */
export function areMachineIds(samples: readonly CellValue[]): boolean {
  const filled = samples.flatMap((cell) => (cell === null || cell === '' ? [] : [String(cell)]));
  return filled.length >= FEWEST && filled.filter(isMachineId).length >= NEARLY_ALL * filled.length;
}

/**
 * What values look like; `beside`: whether the column's name, or its table, speaks of sign-ins, so that digests are
 * those of secrets. Texts and numbers are looked at.
 */
export function shapeOf(samples: readonly CellValue[], beside = false): ValueShape {
  const texts = samples.flatMap((cell) =>
    typeof cell === 'string' ? cell.trim() : typeof cell === 'number' ? String(cell) : [],
  );
  const filled = texts.filter((text) => text !== '');
  const share = (test: (text: string) => boolean) =>
    filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
  if (share(isCredential) >= MOST || (beside && share(isDigest) >= MOST)) return 'secret';
  if (filled.length < FEWEST) return null;
  if (share(isCardNumber) >= NEARLY_ALL || share(isSocialSecurityNumber) >= NEARLY_ALL)
    return 'secret';
  return SHAPES.find(([, test]) => share(test) >= MOST)?.[0] ?? null;
}

/** What of a person a single value is, by its shape. */
const SHAPES: readonly (readonly [PersonalKind, (text: string) => boolean])[] = [
  ['email', (text) => /^[^\s@<>]+@[^\s@<>]+\.[\p{L}]{2,}$/u.test(text)],
  ['bank', isIban],
  [
    'phone',
    (text) =>
      /^(?:\+|00)[1-9](?:[ ()./-]{0,2}\d){6,14}$/.test(text) ||
      /^\(\d{3}\) ?\d{3}-\d{4}$/.test(text),
  ],
];

/** ISO 13616: the check digits make the whole 1 modulo 97. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  const digits = [...moved].map((sign) => Number.parseInt(sign, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Prefixes and lengths of ISO/IEC 7812 that the networks of payment cards have. */
const CARD_NETWORKS: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^(?:6011|64[4-9]\d|65\d{2})\d{12,15}$/,
  /^3(?:0[0-59]|[689]\d)\d{11}$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  /^62\d{14,17}$/,
  /^220[0-4]\d{12,15}$/,
  /^(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}$/,
];

/** A known prefix and length, and a Luhn sum that is a multiple of ten; groups may be apart. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/(?<=\d)[ -](?=\d)/g, '');
  if (!CARD_NETWORKS.some((network) => network.test(digits))) return false;
  const sum = [...digits].reverse().reduce((total, sign, index) => {
    const digit = Number(sign) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

/** United States: the areas that are given out. */
const isSocialSecurityNumber = (text: string) =>
  /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(text);
