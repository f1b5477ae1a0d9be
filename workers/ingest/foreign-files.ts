/** What the first bytes of a file are, from an offset on, each as one character (Latin-1). */
type Bytes = readonly [at: number, bytes: string];

/**
 * Kinds of files that hold no table, by their first bytes: those who upload one are told what it is, whatever its name
 * says. Sources: `file(1)`'s magic, https://www.garykessler.net/library/file_sigs.html. A signature that a text could
 * begin with asks for a second place.
 */
const SIGNATURES: readonly (readonly [name: string, ...places: Bytes[]])[] = [
  ['an image (PNG)', [0, '\x89PNG']],
  ['an image (JPEG)', [0, '\xff\xd8\xff']],
  ['an image (GIF)', [0, 'GIF87a']],
  ['an image (GIF)', [0, 'GIF89a']],
  ['an image (TIFF)', [0, 'II*\0']],
  ['an image (TIFF)', [0, 'MM\0*']],
  ['an image (WebP)', [0, 'RIFF'], [8, 'WEBP']],
  ['an image (BMP)', [0, 'BM'], [6, '\0\0\0\0']],
  ['an image (HEIC)', [4, 'ftyphei']],
  ['an image (HEIC)', [4, 'ftypmif1']],
  ['an image (AVIF)', [4, 'ftypavif']],
  ['an image (Photoshop)', [0, '8BPS\0']],
  ['an image (icon)', [0, '\0\0\x01\0']],
  ['an image (JPEG 2000)', [0, '\0\0\0\x0cjP']],
  ['a video', [4, 'ftyp'], [0, '\0\0\0']],
  ['a video (Matroska)', [0, '\x1aE\xdf\xa3']],
  ['a video (AVI)', [0, 'RIFF'], [8, 'AVI ']],
  ['an audio file (WAV)', [0, 'RIFF'], [8, 'WAVE']],
  ['an audio file (Ogg)', [0, 'OggS\0']],
  ['an audio file (FLAC)', [0, 'fLaC\0']],
  ['an audio file (MP3)', [0, 'ID3\x03']],
  ['an audio file (MP3)', [0, 'ID3\x04']],
  ['an audio file (MP3)', [0, '\xff\xfb']],
  ['a PDF document', [0, '%PDF-']],
  ['a PostScript document', [0, '%!PS-Adobe']],
  ['a text document (RTF)', [0, '{\\rtf']],
  ['a text document (.odt)', [30, 'mimetypeapplication/vnd.oasis.opendocument.text']],
  ['a presentation (.odp)', [30, 'mimetypeapplication/vnd.oasis.opendocument.presentation']],
  ['an e-book (EPUB)', [30, 'mimetypeapplication/epub+zip']],
  ['a program', [0, 'MZ'], [28, '\0\0\0\0']],
  ['a program', [0, '\x7fELF']],
  ['a program', [0, '\xcf\xfa\xed\xfe']],
  ['a program', [0, '\xca\xfe\xba\xbe']],
  ['a program', [0, '\0asm']],
  ['a program (script)', [0, '#!/']],
  ['a RAR archive', [0, 'Rar!\x1a']],
  ['a 7z archive', [0, '7z\xbc\xaf']],
  ['a tar archive', [257, 'ustar']],
  ['a bzip2 archive', [0, 'BZh'], [4, '1AY&SY']],
  ['an xz archive', [0, '\xfd7zXZ']],
  ['a Zstandard archive', [0, '\x28\xb5\x2f\xfd']],
  ['an LZ4 archive', [0, '\x04\x22\x4d\x18']],
  ['a cabinet archive', [0, 'MSCF\0']],
  ['a package (.deb)', [0, '!<arch>\n']],
  ['an Access database', [4, 'Standard Jet DB']],
  ['an Access database', [4, 'Standard ACE DB']],
  ['a PostgreSQL dump', [0, 'PGDMP']],
  ['an HDF5 file', [0, '\x89HDF']],
  ['an Arrow file', [0, 'ARROW1\0']],
  ['an Avro file', [0, 'Obj\x01']],
  ['a NumPy file', [0, '\x93NUMPY']],
  ['a font', [0, 'wOFF']],
  ['a font', [0, 'wOF2']],
  ['a font', [0, 'OTTO\0']],
  ['a font', [0, '\0\x01\0\0\0']],
  ['a key or certificate', [0, '-----BEGIN ']],
  ['a calendar', [0, 'BEGIN:VCALENDAR']],
  ['a contact card', [0, 'BEGIN:VCARD']],
];

const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*(?:<!doctype\s+svg[^>]*>\s*)?<svg\b/i;

/** What a file is that holds no table, by its first bytes; null: nothing known. */
export function foreignName(head: string): string | null {
  const found = SIGNATURES.find(([, ...places]) =>
    places.every(([at, bytes]) => head.startsWith(bytes, at)),
  );
  return found?.[0] ?? (SVG.test(head) ? 'an image (SVG)' : null);
}

/** Parts of zip packages that are no workbooks, in lower case. */
const PACKAGES: readonly (readonly [part: string, name: string])[] = [
  ['word/document.xml', 'a Word document (.docx)'],
  ['ppt/presentation.xml', 'a PowerPoint presentation (.pptx)'],
  ['visio/document.xml', 'a Visio drawing (.vsdx)'],
  ['index/document.iwa', 'an Apple Numbers, Pages or Keynote document'],
  ['androidmanifest.xml', 'a program (Android)'],
  ['meta-inf/manifest.mf', 'a program (Java)'],
];

/** What a zip package is that is no workbook, by its parts (in lower case). */
export const foreignPackage = (parts: ReadonlySet<string>): string | null =>
  PACKAGES.find(([part]) => parts.has(part))?.[1] ?? null;

/** Streams of compound files that are no workbooks (MS-CFB 2.6.1: their names are UTF-16). */
const STREAMS: readonly (readonly [stream: string, name: string])[] = [
  ['WordDocument', 'a Word document (.doc)'],
  ['PowerPoint Document', 'a PowerPoint presentation (.ppt)'],
  ['__properties_version1.0', 'an Outlook message (.msg)'],
];
const utf16 = (text: string) => [...text].join('\0');

/** What a compound file is that is no workbook, by the names in its first bytes. */
export const foreignCompound = (head: string): string | null =>
  head.includes(utf16('Workbook')) || head.includes(`B\0${utf16('ook')}\0\0`)
    ? null
    : (STREAMS.find(([stream]) => head.includes(utf16(stream)))?.[1] ?? null);
