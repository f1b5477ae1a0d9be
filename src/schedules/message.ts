import type { SavedQuestion, SavedResult } from '#src/boards/types.ts';
import { aloneText } from '#src/charts/alone.ts';
import { columnFormats } from '#src/charts/columns.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { type ChartPicture, pictureOf } from './pictures.ts';
import { MESSAGE_TEXTS, type MessageLanguage, type MessageVerdict } from './texts.ts';

/** What is sent: the same facts for every destination. */
export interface Message {
  readonly language: MessageLanguage;
  readonly title: string;
  /** Why it comes, where that isn't the clock: a number that crossed its bound, a run that failed. */
  readonly note: string | null;
  /** Page of the service; null in notices about the schedule itself. */
  readonly link: string | null;
  readonly parts: readonly (MessagePart | MessageText)[];
}

/** A text card of a board. */
export interface MessageText {
  readonly text: string;
}

export interface MessagePart {
  readonly name: string;
  /** How far its answer could be relied on when it was saved; null where there is nothing to rely on. */
  readonly verdict: MessageVerdict | null;
  /** Why it should be checked, and when that was found; null where nothing is wrong. */
  readonly verdict_reason: string | null;
  readonly as_of: string | null;
  readonly columns: readonly string[];
  /** At most `schedules.max_rows`. */
  readonly rows: readonly (readonly CellValue[])[];
  readonly total_rows: number;
  /** Which rows are left out, where there are more than are shown. */
  readonly left: 'earlier' | 'more';
  /** Cells as people read them. */
  readonly shown: readonly (readonly string[])[];
  /** Why there are no rows. */
  readonly failure: string | null;
  /** Null where its chart says no more than the rows. */
  readonly picture: ChartPicture | null;
}

export const notice = (language: MessageLanguage, title: string, note: string): Message => ({
  ...{ language, title, note },
  ...{ link: null, parts: [] },
});

export function partOf(
  saved: SavedQuestion,
  maxRows: number,
  language: MessageLanguage,
): MessagePart {
  const { result, period } = saved;
  const name = period ? `${saved.name} (${period.days})` : saved.name;
  const failure = saved.stale ?? saved.failure ?? (result ? null : 'There is no result.');
  if (failure !== null || !result)
    return {
      ...{
        name,
        verdict: null,
        verdict_reason: null,
        as_of: null,
        columns: [],
        rows: [],
        total_rows: 0,
        left: 'more',
        shown: [],
      },
      ...{ failure, picture: null },
    };
  const areLast = endsWithNewest(result);
  const rows = areLast ? result.rows.slice(-maxRows) : result.rows.slice(0, maxRows);
  const isSingle = rows.length === 1 && result.columns.length === 1;
  const formats = columnFormats(result.columns, result.columns_info ?? null, result.rows, language);
  return {
    ...{ name, verdict: verdictOf(saved), verdict_reason: doubtOf(saved, language) },
    as_of: result.as_of,
    columns: formats.map(({ heading }) => heading),
    rows,
    total_rows: result.total_rows,
    left: areLast ? 'earlier' : 'more',
    shown: rows.map((row) =>
      formats.map(({ text, info, isNumber }, at) =>
        isSingle && isNumber ? aloneText(row[at] ?? null, info, language) : text(row[at] ?? null),
      ),
    ),
    failure: null,
    picture: pictureOf(saved, language),
  };
}

function verdictOf({ answer }: SavedQuestion): MessageVerdict | null {
  const { verification, agent } = (answer ?? {}) as {
    readonly verification?: { readonly status: MessageVerdict | 'not_applicable' };
    readonly agent?: string;
  };
  if (!verification) return null;
  if (verification.status !== 'not_applicable') return verification.status;
  return agent === 'OwnSQL' ? 'own_sql' : null;
}

/** No check runs with a refresh: a doubt is of the day on which the question was saved. */
function doubtOf({ answer, created_at }: SavedQuestion, language: MessageLanguage): string | null {
  const { verification } = (answer ?? {}) as {
    readonly verification?: { readonly status: string; readonly reason: string };
  };
  return verification?.status === 'warning' || verification?.status === 'failed'
    ? MESSAGE_TEXTS[language].doubt(verification.reason, created_at.slice(0, 10))
    : null;
}

/** Whether rows go from the first period to the last, and the last one is here: the newest are told. */
function endsWithNewest({ columns, columns_info, rows, total_rows }: SavedResult): boolean {
  const at = columns.findIndex((_, index) => columns_info?.[index]?.kind === 'time');
  const days = rows.map((row) => String(row[at] ?? ''));
  return (
    at >= 0 &&
    rows.length === total_rows &&
    days.every((day, index) => day !== '' && (index === 0 || days[index - 1]! <= day))
  );
}

type MessageTexts = (typeof MESSAGE_TEXTS)[MessageLanguage];

/** Characters that Slack takes in a message, with room for what is added. */
const SLACK_CHARS = 35_000;
const CELL_CHARS = 60;

/** https://docs.slack.dev/messaging/formatting-message-text/#escaping */
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text with Slack's own markup; values of the data can neither link nor mention anybody. */
export function slackText({ language, title, note, link, parts }: Message): string {
  const texts = MESSAGE_TEXTS[language];
  const head = `*${forSlack(title)}*`;
  const pieces = [
    link === null ? head : `${head} · <${link}|${texts.open}>`,
    ...(note === null ? [] : [forSlack(note)]),
    ...parts.map((part) =>
      'text' in part
        ? forSlack(part.text)
        : `*${forSlack(part.name)}*${forSlack(verdictText(part, texts))}\n${forSlack(plainRows(part, '```', texts))}`,
    ),
  ];
  let text = '';
  for (const piece of pieces) {
    if (text.length + piece.length > SLACK_CHARS) return `${text}…`;
    text += `${piece}\n`;
  }
  return text;
}

const verdictText = ({ verdict, verdict_reason }: MessagePart, texts: MessageTexts) =>
  `${verdict === null ? '' : ` · ${texts.verdicts[verdict]}`}${verdict_reason ? `: ${verdict_reason}` : ''}`;

export function mailText(message: Message): string {
  const { language, title, note, link, parts } = message;
  const texts = MESSAGE_TEXTS[language];
  return [
    title,
    ...(note === null ? [] : [note]),
    ...parts.map((part) =>
      'text' in part
        ? part.text
        : `${part.name}${verdictText(part, texts)}\n${plainRows(part, '', texts)}`,
    ),
    ...(link === null ? [] : [link]),
  ].join('\n\n');
}

/** One value stands for itself, more stand in columns; `fence` keeps their width. */
function plainRows(
  { failure, shown, columns, total_rows, left }: MessagePart,
  fence: string,
  texts: MessageTexts,
): string {
  if (failure !== null) return failure;
  const [first] = shown;
  if (!first) return texts.noRows;
  if (shown.length === 1 && first.length === 1) return first[0] ?? '';
  const lines = [columns, ...shown].map((row) =>
    row.map((cell) => short(cell.replaceAll('`', "'").replaceAll(/\s+/g, ' '))),
  );
  const widths = columns.map((_, at) => Math.max(...lines.map((row) => (row[at] ?? '').length)));
  const table = lines
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
  return `${fence}${table}${fence}${leftOut({ total_rows, shown, left }, texts)}`;
}

const short = (text: string) =>
  text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS - 1)}…` : text;

const leftOut = (
  { total_rows, shown, left }: Pick<MessagePart, 'total_rows' | 'shown' | 'left'>,
  texts: MessageTexts,
) =>
  total_rows > shown.length
    ? `\n${texts[left === 'earlier' ? 'earlierRows' : 'moreRows'](total_rows - shown.length)}`
    : '';

const escaped = (text: string) => forSlack(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const CELL = 'style="padding:4px 12px 4px 0;text-align:left;border-bottom:1px solid #e2e2dc"';

/** `cidOf` names the picture of a part that comes with the mail; null: none does. */
export function mailHtml(
  { language, title, note, link, parts }: Message,
  cidOf: (part: MessagePart) => string | null,
): string {
  const texts = MESSAGE_TEXTS[language];
  const row = (cells: readonly string[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag} ${CELL}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const part = (one: MessagePart | MessageText) => {
    if ('text' in one) return `<p style="white-space:pre-line">${escaped(one.text)}</p>`;
    const { name, failure, shown, columns, total_rows, left, picture } = one;
    const cid = cidOf(one);
    const image = cid
      ? `<p><img src="cid:${cid}" width="640" style="max-width:100%;height:auto" alt="${escaped(picture?.alt ?? '')}"></p>`
      : '';
    const more = leftOut({ total_rows, shown, left }, texts);
    const rows =
      failure === null && shown.length > 0
        ? `<table style="border-collapse:collapse">${row(columns, 'th')}${shown.map((one) => row(one, 'td')).join('')}</table>`
        : `<p>${escaped(failure ?? texts.noRows)}</p>`;
    return `<h2 style="font-size:16px">${escaped(name)}<small>${escaped(verdictText(one, texts))}</small></h2>${image}${rows}${more && `<p>${more.trim()}</p>`}`;
  };
  return [
    `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;color:#17191c">`,
    `<h1 style="font-size:20px">${escaped(title)}</h1>`,
    note === null ? '' : `<p>${escaped(note)}</p>`,
    ...parts.map(part),
    link === null ? '' : `<p><a href="${escaped(link)}">${texts.open}</a></p>`,
    '</body></html>',
  ].join('');
}
