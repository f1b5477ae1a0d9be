import type { Picture } from '#src/charts/types.ts';
import { exportOf } from '../../api/answers.ts';
import { loadCharts } from '../../components/chart.tsx';
import type { MenuItem } from '../../components/menu.tsx';
import { asCsv } from '../../format/copy.ts';
import { locale } from '../../i18n/index.ts';
import { caller } from '../../state/session.ts';
import type { Turn } from '../../state/thread.ts';
import type { AnswerView } from './answer-view.ts';

const PICTURE_WIDTH = 960;
/** Pixels of a PNG for each of the picture: sharp on paper, too. */
const DENSITY = 2;

/** Files of an answer: its rows, and its picture. */
export function downloads(
  turn: Turn,
  { chart }: AnswerView,
  onFailure: (error: unknown) => void,
): readonly MenuItem[] {
  const { result } = turn.answer;
  const name = fileName(turn.question);
  const item = (suffix: string, make: () => Promise<Blob> | Blob): MenuItem => ({
    label: suffix.toUpperCase(),
    icon: 'file',
    onChoose: async () => {
      try {
        save(await make(), `${name}.${suffix}`);
      } catch (error) {
        onFailure(error);
      }
    },
  });
  const items: MenuItem[] = [];
  const token = result?.result_token;
  const who = caller.peek();
  if (token && who) {
    items.push(item('csv', () => exportOf(who, token, 'csv')));
    items.push(item('xlsx', () => exportOf(who, token, 'xlsx')));
  } else if (result && result.rows.length > 0)
    items.push(
      item('csv', () => new Blob([asCsv(result.columns, result.rows)], { type: 'text/csv' })),
    );
  if (chart) {
    const picture = async () => {
      const { drawChart, toSvg } = await loadCharts();
      const drawn = drawChart(chart, { width: PICTURE_WIDTH, lang: locale(), theme: 'light' });
      return { drawn, svg: toSvg(drawn) };
    };
    items.push(
      item('svg', async () => new Blob([(await picture()).svg], { type: 'image/svg+xml' })),
      item('png', async () => {
        const { drawn, svg } = await picture();
        return asPng(drawn, svg);
      }),
    );
  }
  return items;
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
