import { Refusal } from '#workers/ingest/refusal.ts';
import { isXmlCharacter } from '#workers/ingest/xml-characters.ts';

/** Something that the byte scanner does not know: another reader may. */
export class Unrecognised extends Error {}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** A text of XML between two tags: references read as their characters, `_x000D_` too (ECMA-376 22.9.2.19). */
export function textOf(bytes: Buffer, from: number, to: number): string {
  const text = rawText(bytes, from, to);
  return unescaped(text);
}

function unescaped(text: string): string {
  const read = text.includes('&') ? text.replace(/&([^;&]{0,64});?/g, reference) : text;
  const written = read.includes('_x')
    ? read.replace(/_x([\da-fA-F]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : read;
  // No engine takes NUL in a text.
  return written.includes('\0') ? written.replaceAll('\0', '') : written;
}

function reference(whole: string, name: string): string {
  const entity = whole.endsWith(';') ? ENTITIES.get(name) : undefined;
  if (entity !== undefined) return entity;
  const number = /^#(?:x([\da-f]{1,60})|(\d{1,60}))$/i.exec(name);
  if (!number || !whole.endsWith(';')) return whole;
  const code =
    number[1] === undefined ? Number.parseInt(number[2]!, 10) : Number.parseInt(number[1], 16);
  if (isXmlCharacter(code)) return String.fromCodePoint(code);
  throw new Refusal(
    'upload_unreadable',
    `The workbook contains an invalid character (${whole}). Save it again as .xlsx and upload that.`,
  );
}

/** Bytes as a text; most are ASCII, which is read faster. */
function rawText(bytes: Buffer, from: number, to: number): string {
  for (let at = from; at < to; at++) if (bytes[at]! > 127) return bytes.toString('utf8', from, to);
  return bytes.toString('latin1', from, to);
}

/** An element of a small part of a workbook: tag names without their prefixes. */
export interface XmlTag {
  readonly name: string;
  readonly closes: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

const NAME = /^(\/?)(?:[\w.-]+:)?([\w.-]+)/;
const ATTRIBUTE = /(?:^|\s)(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Longer tags are none of a spreadsheet program's (characters). */
const LONGEST_TAG = 64 * 1024;

/** The tags of a small part (the workbook, its relations and styles); comments are left out. Refuses a DTD. */
export function* tagsOf(xml: string): Generator<XmlTag> {
  refuseDtd(xml);
  for (let at = xml.indexOf('<'); at >= 0; ) {
    if (xml.startsWith('<!--', at)) {
      const end = xml.indexOf('-->', at);
      if (end < 0) return;
      at = xml.indexOf('<', end);
      continue;
    }
    const end = tagEnd(xml, at);
    const tag = xml.slice(at + 1, end);
    const name = NAME.exec(tag);
    if (name) {
      const attributes = new Map<string, string>();
      for (const [, key = '', double, single] of tag.slice(name[0].length).matchAll(ATTRIBUTE))
        attributes.set(key, unescaped(double ?? single ?? ''));
      yield { name: name[2]!, closes: name[1] === '/', attributes };
    }
    at = xml.indexOf('<', end);
  }
}

/** Where the tag that opens at `from` closes; a `>` within quotes does not close it. */
function tagEnd(xml: string, from: number): number {
  let quote = 0;
  for (let at = from + 1; at < xml.length && at - from < LONGEST_TAG; at++) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  throw new Unrecognised('an unclosed tag');
}

/** A part may hold no DTD (ECMA-376 part 2, 8.1.4): it is where entities that expand without an end are declared. */
function refuseDtd(xml: string): void {
  if (!xml.includes('<!DOCTYPE') && !xml.includes('<!ENTITY')) return;
  throw new Refusal(
    'upload_unreadable',
    'The workbook defines its own XML entities (DTD), which is not supported. Save it again as .xlsx and upload that.',
  );
}
