import { createHash } from 'node:crypto';
import type { SavedQuestion } from '#src/boards/types.ts';
import { drawChart, toSvg } from '#src/charts/index.ts';
import { chartAsSet } from '#src/charts/settings.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { MessageLanguage } from './texts.ts';

/** The chart of an answer, to be made a picture. */
export interface ChartPicture {
  readonly savedId: string;
  readonly svg: string;
  /** What the picture shows, in words. */
  readonly alt: string;
  /** Of everything that it is drawn of. */
  readonly digest: string;
}

const WIDTH = 640;

/** Blocks that the font of pictures has letters for (test/unit/schedules/pictures.test.ts). */
const DRAWABLE =
  /^(?:(?!\p{Cn})[\t\n\r\u0020-\u007e\u00a0-\u024f\u0384-\u03ce\u0400-\u04ff\u1e00-\u1ef9\u2010-\u2027\u202f-\u205e\u20a0-\u20b5\u2190-\u21ff\u2200-\u22ff\u25a0-\u25ff])*$/u;

/**
 * How a question is drawn for people who only look. Null where a table or number says as much, and where its words have
 * letters that pictures can't show.
 */
export function pictureOf(saved: SavedQuestion, language: MessageLanguage): ChartPicture | null {
  const { result, chart: settings, id } = saved;
  const chart = chartAsSet(result?.chart ?? null, settings);
  if (!result?.columns_info || !chart || chart.kind === 'number') return null;
  const { columns_info: columns, rows } = result;
  const picture = drawChart(
    { chart, columns, rows },
    { width: WIDTH, lang: language, theme: 'light', heading: true },
  );
  const svg = toSvg(picture);
  if (!DRAWABLE.test(svg)) return null;
  const digest = createHash('sha256').update(svg).digest('base64url').slice(0, 22);
  return { savedId: id, svg, alt: picture.label, digest };
}

/** What the address of a picture says. */
interface PictureAddress {
  readonly runId: string;
  readonly savedId: string;
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What an address is sealed for, and what the log knows it by: it never shows one (`src/http/logged-url.ts`). */
const ABOUT = 'picture of a schedule';
const PREFIX = 'plumb_share_';
const TOKEN = new RegExp(`^${PREFIX}(?:[2-7][\\da-f])+$`);

/** A token that only this service can make. */
export function pictureToken(box: SecretBox, address: PictureAddress): string {
  const { runId, savedId, digest, until } = address;
  const sealed = box.seal(JSON.stringify([runId, savedId, digest, until]), ABOUT);
  return `${PREFIX}${Buffer.from(sealed).toString('hex')}`;
}

/** Null for what the service hasn't made, and for what is over. */
export function readPictureToken(box: SecretBox, token: string, now: Date): PictureAddress | null {
  if (!TOKEN.test(token)) return null;
  try {
    const sealed = Buffer.from(token.slice(PREFIX.length), 'hex').toString();
    const [runId, savedId, digest, until] = JSON.parse(box.open(sealed, ABOUT)) as [
      ...[string, string, string],
      number,
    ];
    return until > now.getTime() ? { runId, savedId, digest, until } : null;
  } catch {
    return null;
  }
}
