import { zipped } from './file-kinds.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const rest = '\x03\x91\0\x17binary\0\0\x05\x99 and so on\r\n'.repeat(40);
const utf16 = (text: string) => [...text].map((one) => `${one}\0`).join('');
const compound = (stream: string) =>
  latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}${utf16(stream)}${rest}`);

/** The beginnings of files that hold no table, by what their senders are told that they are. */
export const FOREIGN: readonly (readonly [name: string, bytes: Buffer | Promise<Buffer>])[] = [
  ['an image (PNG)', latin(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${rest}`)],
  ['an image (JPEG)', latin(`\xff\xd8\xff\xe0\0\x10JFIF\0${rest}`)],
  ['an image (GIF)', latin(`GIF89a\x10\0\x10\0${rest}`)],
  ['an image (TIFF)', latin(`II*\0\x08\0\0\0${rest}`)],
  ['an image (WebP)', latin(`RIFF\x24\0\0\0WEBPVP8 ${rest}`)],
  ['an image (BMP)', latin(`BM\x36\x10\x01\0\0\0\0\0\x36\0${rest}`)],
  ['an image (HEIC)', latin(`\0\0\0\x18ftypheic\0\0\0\0${rest}`)],
  ['an image (SVG)', latin('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a video', latin(`\0\0\0\x20ftypisom\0\0\x02\0${rest}`)],
  ['an audio file (MP3)', latin(`ID3\x04\0\0\0\0\x01${rest}`)],
  ['an audio file (WAV)', latin(`RIFF\x24\0\0\0WAVEfmt ${rest}`)],
  ['a PDF document', latin(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${rest}`)],
  ['a PostScript document', latin('%!PS-Adobe-3.0\n%%Title: x\n')],
  ['a text document (RTF)', latin('{\\rtf1\\ansi Hello}')],
  ['a text document (.odt)', odf('text')],
  ['a presentation (.odp)', odf('presentation')],
  ['a Word document (.docx)', office('word/document.xml')],
  ['a PowerPoint presentation (.pptx)', office('ppt/presentation.xml')],
  ['an Apple Numbers, Pages or Keynote document', zipped({ 'Index/Document.iwa': 'x' })],
  ['a Word document (.doc)', compound('WordDocument')],
  ['an Outlook message (.msg)', compound('__properties_version1.0')],
  ['a program', latin(`MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff${'\0'.repeat(60)}${rest}`)],
  ['a program', latin(`\x7fELF\x02\x01\x01${rest}`)],
  ['a program (script)', latin('#!/bin/sh\necho a,b\n')],
  ['a program (Java)', zipped({ 'META-INF/MANIFEST.MF': 'x', 'A.class': 'y' })],
  ['a RAR archive', latin(`Rar!\x1a\x07\x01\0${rest}`)],
  ['a 7z archive', latin(`7z\xbc\xaf\x27\x1c\0\x04${rest}`)],
  ['a tar archive', latin(`${'a.csv'.padEnd(257, '\0')}ustar\x0000${rest}`)],
  ['an xz archive', latin(`\xfd7zXZ\0\0\x04${rest}`)],
  ['an Access database', latin(`\0\x01\0\0Standard ACE DB\0${rest}`)],
  ['a PostgreSQL dump', latin(`PGDMP\x01\x0e\0${rest}`)],
  ['a font', latin(`wOF2\0\x01\0\0${rest}`)],
  ['a key or certificate', latin('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n')],
  ['a calendar', latin('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')],
];

/** The first part of an OpenDocument package is its kind, as it is (ODF 1.3, part 2, 3.3). */
function odf(kind: string): Promise<Buffer> {
  return zipped(
    {
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': '<office:document-content/>',
    },
    false,
  );
}

function office(part: string): Promise<Buffer> {
  return zipped({ '[Content_Types].xml': '<Types/>', [part]: '<document/>' });
}
