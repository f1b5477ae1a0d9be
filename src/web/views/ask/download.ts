import type { ChartData, Picture } from '#src/charts/types.ts';
import { exportOf } from '../../api/answers.ts';
import { loadCharts } from '../../components/chart.tsx';
import { asCsv } from '../../format/copy.ts';
import { locale } from '../../i18n/index.ts';
import { caller } from '../../state/session.ts';
import type { Turn } from '../../state/thread.ts';
import type { AnswerView } from './answer-view.ts';

const PICTURE_WIDTH = 960;
/** Pixels of a PNG for each of the picture: sharp on paper, too. */
const DENSITY = 2;

export type FileFormat = 'csv' | 'xlsx' | 'svg' | 'png';

/** Saves an answer as a file: its rows, all of them where the service keeps the result, or its picture. */
export async function download(
  turn: Turn,
  { chart }: AnswerView,
  format: FileFormat,
): Promise<void> {
  save(await contentOf(turn, chart, format), `${fileName(turn.question)}.${format}`);
}

async function contentOf(
  { answer: { result }, traceId }: Turn,
  chart: ChartData | null,
  format: FileFormat,
): Promise<Blob> {
  if (format === 'csv' || format === 'xlsx') {
    const who = caller.peek();
    // The rows of an answer are kept under its trace, too.
    const token = result?.result_token ?? (format === 'xlsx' ? traceId : null);
    if (token && who) return exportOf(who, token, format);
    return new Blob([asCsv(result?.columns ?? [], result?.rows ?? [])], { type: 'text/csv' });
  }
  if (!chart) throw new Error('There is no chart.');
  const { drawChart, toSvg } = await loadCharts();
  const drawn = drawChart(chart, { width: PICTURE_WIDTH, lang: locale(), theme: 'light' });
  const svg = toSvg(drawn);
  return format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : asPng(drawn, svg);
}

async function asPng({ width, height }: Picture, svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * DENSITY;
    canvas.height = height * DENSITY;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error('the picture is too large')),
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The question as a file name: letters and digits of all languages, at most 60 characters. */
const fileName = (question: string): string =>
  question
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'answer';
