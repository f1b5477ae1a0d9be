import { type JoinedWords, nameParts } from '#src/catalog/name-parts.ts';
import { areMachineIds } from '#src/catalog/value-shapes.ts';
import type { CatalogColumn, ColumnType, PersonalKind } from '#src/plugin-api/catalog.ts';

const split = (text: string) => text.trim().split(/\s+/);
const any = (words: readonly string[]) => `(?:${words.join('|')})`;

/** The same in another form, or another one of them: `phone_home`, `address_line`, `email_hash`. */
const FORMS =
  split(`number line hash hashes hashed encrypted home work mobile private personal primary secondary main
  other alternate alternative emergency new old current previous temp value text string normalized clean raw id
  customer user client person contact data info as written`);
/** Addresses of no person. */
const OTHER_ADDRESSES = split(
  'web url token contract block memory register site opening keynote wallet internet http',
);

const ENDINGS: readonly (readonly [PersonalKind, RegExp])[] = [
  ['email', ending('emails?|mail address|mail')],
  [
    'phone',
    ending(`phones?|mobile number|cell number|(?:cell|mobile|home|work|daytime|evening|tele) ?phone|contact number|fax
      |msisdn|whatsapp(?: number)?|mobile tel`),
  ],
  ['birth', ending('birthdate|born on|birth day')],
  [
    'bank',
    ending(
      `iban(?: number)?|bic|bank ?account(?: number)?|account holder|sort code|routing number|swift code`,
    ),
  ],
  [
    'address',
    ending(
      `address|street|street name|house number|(?:client|user|login|remote|visitor|customer|ip|mac) (?:ip|address)`,
    ),
  ],
  [
    'name',
    ending(
      `(?:first|last|given|family|middle|maiden|full|sur) ?name|forename|vorname|nachname|prenom|nome completo|apellido|apellidos`,
    ),
  ],
  [
    'id',
    ending(`tax id|tax number|vat id|driver license|driver license number|driving (?:licence|license)|license plate
      |health insurance(?: number)?|insurance number|steuernummer|medical record number|voter id`),
  ],
];
/** Whole names that are personal only so. */
const WHOLE: ReadonlyMap<string, PersonalKind> = new Map([['mobile', 'phone']]);
const OTHER_ADDRESS = new RegExp(`\\b${any(OTHER_ADDRESSES)} address$`);
const TRAILING_FORMS = new RegExp(`(?: ${any(FORMS)})+$`);
const TELLS_WHETHER = /^(?:is|has|have|had|was|requires?|needs?|uses?|must|allows?|shows?|no) /;
/** Kinds whose values may be kept as numbers. */
const IN_DIGITS: ReadonlySet<PersonalKind> = new Set(['phone', 'bank', 'birth', 'id']);

const JOINED: JoinedWords = {
  words: new Set([
    ...FORMS,
    ...OTHER_ADDRESSES,
    ...split(`email mail address phone mobile cell tele contact fax birth date of dob birthdate birthday born on iban bank
      account bankaccount holder sort code routing street name house ip mac client login remote first last given family
      middle maiden full surname tax vat driver driving license licence plate health insurance medical record count type
      status verified sent opt in out model brand cost billing shipping mailing delivery postal residential daytime
      number vorname nachname`),
  ]),
  anchors: split('emailaddress email phonenumber telefonnummer iban birthdate geburtsdatum'),
};

function ending(pattern: string): RegExp {
  return new RegExp(`(?:^| )(?:${pattern.replace(/\s*\n\s*/g, '')})$`);
}

/**
 * What of a person a column holds, by its name and type alone; null for none. The last noun of a name says what it
 * holds: `email_domain`, `phone_model` and `address_city` are none. Customers' names and cities are none either.
 */
export function personalName(name: string, type: ColumnType = 'text'): PersonalKind | null {
  if (type === 'boolean') return null;
  const whole = nameParts(name, JOINED);
  if (TELLS_WHETHER.test(whole)) return null;
  // `street name` and `house number` are ends themselves.
  for (const text of [whole, whole.replace(TRAILING_FORMS, '')]) {
    const kind = WHOLE.get(text) ?? ENDINGS.find(([, found]) => found.test(text))?.[0];
    if (kind && !OTHER_ADDRESS.test(text)) return fits(kind, type) ? kind : null;
  }
  return null;
}

function fits(kind: PersonalKind, type: ColumnType): boolean {
  if (type === 'date' || type === 'timestamp' || type === 'time') return kind === 'birth';
  return type === 'text' || type === 'json' || type === 'other' || IN_DIGITS.has(kind);
}

/** Whether an index has the values of a column; without one a value is looked for among the rows. */
export const isIndexed = ({ personal, profile }: CatalogColumn): boolean =>
  isPersonallyIndexed(personal) && !areMachineIds(profile?.samples ?? []);

/**
 * Whether values of a column may be in an index: of personal data only people's names, which questions name them by. A
 * column of secrets has none.
 */
export const isPersonallyIndexed = (kind: PersonalKind | 'secret' | null | undefined): boolean =>
  kind === null || kind === undefined || kind === 'name';
