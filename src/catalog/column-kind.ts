import { type ColumnEvidence, hasAny, isNumeric, rangeOf } from '#src/catalog/column-evidence.ts';
import type { ColumnKind } from '#src/plugin-api/catalog.ts';

/** A name that ends so is a reference or key, whatever its type. */
const KEY_ENDINGS: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'key',
  'uuid',
  'guid',
  'pk',
  'fk',
  'identifier',
  'ssn',
  'isbn',
  'ean',
  'upc',
  'sku',
  'barcode',
  'iban',
]);
/** Words that end in "id" and are no reference. */
const NOT_IDS: ReadonlySet<string> = new Set(
  'paid unpaid prepaid bid aid grid valid invalid android said avoid raid fluid liquid rapid solid covid hybrid amid mid lid kid acid plaid did hid humid'.split(
    ' ',
  ),
);
/** Numbers named so anywhere are addresses or places. */
const ADDRESS_WORDS: ReadonlySet<string> = new Set(
  'zip zipcode postal postcode phone telephone fax latitude longitude'.split(' '),
);
/** Numbers whose name ends so label or order things, and are not measured. */
const LABEL_ENDINGS: ReadonlySet<string> = new Set(
  'code mobile level grade class type status floor gate round lane version priority room seat platform extension jersey category group cluster segment flag index sequence month quarter week weekday day hour date name mode lat lon lng long'.split(
    ' ',
  ),
);
const YEAR_WORDS: ReadonlySet<string> = new Set(
  'year season founded established built opened closed since decade vintage'.split(' '),
);
/** A number named so was counted or measured even where it looks like a label. */
const MEASURE_WORDS: ReadonlySet<string> = new Set(
  'total sum count amount quantity price cost revenue sales profit average mean maximum minimum rate ratio percent percentage share points score weight height length width size age salary budget days hours minutes seconds months weeks years balance population value fee'.split(
    ' ',
  ),
);
/** What there is one of in each row: a whole number named so, in the singular, says which one it is. */
const THINGS: ReadonlySet<string> = new Set(
  `person individual employee worker user member customer client buyer subscriber donor student pupil learner
   teacher tutor instructor trainer patient doctor nurse player athlete author artist driver pilot agent tenant owner
   guest visitor participant applicant candidate manager supervisor technician operator respondent subject company firm
   team club band school department branch store shop supplier vendor warehouse site station machine device sensor
   vehicle car truck house hotel apartment building product item order invoice ticket batch zone region
   district question survey trial experiment session booking reservation account card contract project`.split(
    /\s+/,
  ),
);
const FLAG_STARTS: ReadonlySet<string> = new Set(['is', 'has', 'was', 'can', 'did']);

/**
 * How a column is used in questions, from its name, type and values. Numbers are measures unless the name or the
 * values say that they refer (ids), label (codes, zip, phone, month numbers, 0/1 flags) or date (years).
 */
export function columnKind(evidence: ColumnEvidence): ColumnKind {
  const { type } = evidence.column;
  if (type === 'date' || type === 'timestamp' || type === 'time') return 'time';
  if (isKeyName(evidence.words)) return 'identifier';
  if (type === 'text') return isCodeKey(evidence) ? 'identifier' : 'dimension';
  if (isNumeric(evidence)) return numberKind(evidence);
  return 'dimension';
}

/** Whether a name says that the column holds keys: `customer_id`, `stuid`, `order key`. */
export function isKeyName(words: readonly string[]): boolean {
  const last = words.at(-1);
  if (last === undefined) return false;
  if (KEY_ENDINGS.has(last)) return true;
  return last.length >= 3 && last.endsWith('id') && !NOT_IDS.has(last);
}

/** A text code that tells rows apart: unique, and named as code or number. */
function isCodeKey({ words, profile }: ColumnEvidence): boolean {
  const last = words.at(-1);
  return profile?.unique === true && (last === 'code' || last === 'number');
}

function numberKind(evidence: ColumnEvidence): ColumnKind {
  const { words, profile, column } = evidence;
  if (isYear(evidence)) return 'time';
  if (isNumberLabel(words)) return profile?.unique ? 'identifier' : 'dimension';
  if (hasAny(words, ADDRESS_WORDS) || isDoneBy(evidence)) return 'dimension';
  if (hasAny(words, MEASURE_WORDS)) return 'measure';
  if (LABEL_ENDINGS.has(words.at(-1) ?? '')) return 'dimension';
  if (column.type === 'integer' && isFlag(evidence)) return 'dimension';
  if (tellsThingsApart(evidence)) return 'identifier';
  return 'measure';
}

/** Numbers that all can be years, under a name that says so; files with gaps write them as `1996.0`. */
function isYear(evidence: ColumnEvidence): boolean {
  const range = rangeOf(evidence);
  return (
    range !== null && hasAny(evidence.words, YEAR_WORDS) && range.min >= 1000 && range.max <= 2200
  );
}

/** `referred by`, `approved_by`: whole numbers that say who did it. */
const isDoneBy = ({ words, column }: ColumnEvidence) =>
  words.length > 1 && words.at(-1) === 'by' && column.type === 'integer';

/** `store`, `old customer`: whole numbers from one on that each stand for one of them; `customers`, `number of staff` and 0 are amounts. */
function tellsThingsApart(evidence: ColumnEvidence): boolean {
  const { words, column } = evidence;
  if (column.type !== 'integer' || words.includes('number')) return false;
  if (!THINGS.has(words.at(-1) ?? '')) return false;
  const range = rangeOf(evidence);
  return range !== null && range.min >= 1;
}

/** `room number`, `invoice no`, `number`; not `number of rooms`, `number cities`, `total number`. */
function isNumberLabel(words: readonly string[]): boolean {
  if (words.length === 1 && (words[0] === 'no' || words[0] === 'nr')) return true;
  return words.at(-1) === 'number' && !words.includes('total');
}

function isFlag(evidence: ColumnEvidence): boolean {
  const range = rangeOf(evidence);
  if (range?.min !== 0 || range.max !== 1) return false;
  return FLAG_STARTS.has(evidence.words[0]!) || evidence.profile?.distinctCount === 2;
}
