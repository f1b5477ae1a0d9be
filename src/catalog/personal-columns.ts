import { expandWords, wordsOf } from '#src/catalog/names.ts';
import type { CellValue, PersonalKind } from '#src/plugin-api/catalog.ts';

/** Words of a name that tell what of a person the column holds, each set together and with nothing between. */
const PHRASES: readonly (readonly [PersonalKind, readonly string[]])[] = [
  ['email', ['email', 'e mail', 'mail address', 'mailadresse', 'courriel']],
  [
    'phone',
    [
      'phone',
      'telephone',
      'mobile number',
      'cell number',
      'phone number',
      'telefon',
      'handynummer',
      'fax',
      'msisdn',
      'whatsapp',
    ],
  ],
  [
    'birth',
    [
      'birth date',
      'birthdate',
      'date of birth',
      'birthday',
      'dob',
      'born on',
      'geburtsdatum',
      'geburtstag',
      'date de naissance',
    ],
  ],
  [
    'bank',
    [
      'iban',
      'bic',
      'bank account',
      'account holder',
      'bank account number',
      'kontonummer',
      'sort code',
      'routing number',
    ],
  ],
  [
    'address',
    [
      'street',
      'street address',
      'home address',
      'postal address',
      'address line',
      'address 1',
      'address 2',
      'strasse',
      'hausnummer',
      'ip address',
      'mac address',
    ],
  ],
  [
    'name',
    [
      'first name',
      'firstname',
      'last name',
      'lastname',
      'surname',
      'given name',
      'family name',
      'middle name',
      'maiden name',
      'full name',
      'fullname',
      'vorname',
      'nachname',
      'prénom',
    ],
  ],
  [
    'id',
    [
      'tax id',
      'tax number',
      'vat id',
      'driver license',
      'driving licence',
      'license plate',
      'health insurance',
      'insurance number',
      'steuernummer',
      'medical record number',
    ],
  ],
];
/** What is only said about it is not it: `email_sent_at`, `phone_type`, `birth_year`. */
const ABOUT =
  /\b(count|type|status|verified|confirmed|sent|opened|clicked|opt in|opt out|domain|provider|brand|model|os|date|at|flag|is|has|allowed|length|number of|cost|price|bill|duration|quality|name)$/;
const BIRTH_DATE = /\b(birth ?date|date of birth)$/;
const PERSON_NAME = /\b(first|last|given|family|middle|maiden|full|holder|sur) ?name$/;

/** What of a person a column holds, by its name alone; null for none. Customers' names and cities are none. */
export function personalName(name: string): PersonalKind | null {
  const words = expandWords(wordsOf(name));
  const texts = [words.join(' '), wordsOf(name).join(' ')];
  for (const text of texts) {
    if (ABOUT.test(text) && !BIRTH_DATE.test(text) && !PERSON_NAME.test(text)) continue;
    for (const [kind, phrases] of PHRASES)
      if (phrases.some((phrase) => ` ${text} `.includes(` ${phrase} `))) return kind;
  }
  return null;
}

const SHAPES: readonly (readonly [PersonalKind, (text: string) => boolean])[] = [
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text)],
  ['bank', isIban],
  [
    'phone',
    (text) =>
      /^(?:\+|00)[1-9][\d ()./-]{6,18}$/.test(text) || /^\(\d{3}\) ?\d{3}-\d{4}$/.test(text),
  ],
];
/** Values of these shapes are secrets, whatever the column is called. */
const SECRET_SHAPES: readonly ((text: string) => boolean)[] = [
  isCardNumber,
  (text) => /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(text),
  (text) =>
    /^(?:\$2[aby]\$|\$argon2|-----BEGIN|eyJ[\w-]+\.eyJ|sk_live_|AKIA[0-9A-Z]{16})/.test(text),
];
/** So many values have to be looked at, and this share of them to have the shape. */
const FEWEST = 3;
const SHARE = 0.8;

/** What values look like: of a person, a secret, or neither. Only texts are looked at. */
export function shapeOf(samples: readonly CellValue[]): PersonalKind | 'secret' | null {
  const texts = samples.flatMap((cell) => (typeof cell === 'string' ? cell.trim() : []));
  if (texts.length < FEWEST) return null;
  const most = (test: (text: string) => boolean) =>
    texts.filter(test).length >= SHARE * texts.length;
  if (SECRET_SHAPES.some(most)) return 'secret';
  return SHAPES.find(([, test]) => most(test))?.[0] ?? null;
}

/** ISO 13616: the check digits make the whole 1 modulo 97. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  const digits = [...moved].map((sign) => Number.parseInt(sign, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** ISO/IEC 7812: 13 to 19 digits from 3 to 6 on, whose Luhn sum is a multiple of ten. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^[3-6]\d{12,18}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, sign, index) => {
    const digit = Number(sign) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}
