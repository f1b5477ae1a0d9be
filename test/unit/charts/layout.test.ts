import { expect } from 'chai';
import { chooseChart } from '#src/charts/choose.ts';
import { drawChart } from '#src/charts/draw.ts';
import { toSvg } from '#src/charts/svg.ts';
import { widthOf } from '#src/charts/text.ts';
import type { ChartNode, Picture } from '#src/charts/types.ts';
import { ADVERSARIES } from './adversaries.ts';
import { CASES } from './cases.ts';

const WIDTHS = [240, 390, 640, 1200];
const LANGUAGES = ['en', 'de', 'ar'];

describe('the layout of pictures', () => {
  for (const one of [...ADVERSARIES, ...CASES]) {
    const { chart } = chooseChart(one, one.facts, one.breakdown);
    if (!chart) continue;
    it(`keeps all in the picture, and no text on another: ${one.title}`, () => {
      const { columns, rows, breakdown } = one;
      for (const each of [chart, ...(chart.alternatives ?? [])])
        for (const width of WIDTHS)
          for (const lang of LANGUAGES) {
            const data = { chart: each, columns, rows, breakdown };
            const picture = drawChart(data, { width, lang, theme: 'light', heading: true });
            const where = `${each.kind} at ${width} in ${lang}`;
            expect(outside(picture), where).to.deep.equal([]);
            expect(touching(picture), where).to.deep.equal([]);
            expect(badNumbers(picture.root), where).to.deep.equal([]);
          }
    });
  }

  it('writes every text of the data escaped, on one line, and valid as XML', () => {
    for (const one of ADVERSARIES) {
      const { chart } = chooseChart(one, one.facts, one.breakdown);
      if (!chart) continue;
      const { columns, rows } = one;
      const svg = toSvg(
        drawChart({ chart, columns, rows }, { width: 640, lang: 'en', theme: 'dark' }),
      );
      const tags = [...svg.matchAll(/<\/?([\w:-]+)/g)].map(([, name]) => name);
      expect(tags.filter((name) => !TAGS.has(name ?? ''))).to.deep.equal([]);
      expect(svg).not.to.match(/ (?:on\w+|style|href|xlink:href)="/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      expect(svg).not.to.match(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\n]/);
    }
  });

  it('draws a chart of a column that is gone not at all, and says which', () => {
    const chart = { kind: 'bars', x: 'gone', y: ['n'], series: null, reason: '' } as const;
    const draw = () =>
      drawChart({ chart, columns: [], rows: [] }, { width: 300, lang: 'en', theme: 'css' });
    expect(draw).to.throw(TypeError, '"gone"');
  });
});

const TAGS = new Set(['svg', 'g', 'rect', 'line', 'path', 'circle', 'text', 'title']);

interface Box {
  readonly what: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Boxes of texts (but upright ones) and marks, as the fonts of most readers or wider ones draw them. */
function boxesOf({ root }: Picture): {
  readonly texts: readonly Box[];
  readonly marks: readonly Box[];
} {
  const texts: Box[] = [];
  const marks: Box[] = [];
  const walk = (node: ChartNode, down: number) => {
    const { attrs, tag, children } = node;
    const moved = /translate\(0 (-?[\d.]+)\)/.exec(String(attrs['transform'] ?? ''))?.[1] ?? 0;
    const by = down + Number(moved);
    const number = (name: string) => Number(attrs[name] ?? 0);
    if (tag === 'text' && !String(attrs['transform'] ?? '').startsWith('rotate')) {
      const text = children.join('');
      const size = Number(attrs['font-size'] ?? 12);
      const width = widthOf(text, size);
      const anchor = attrs['text-anchor'] ?? 'start';
      const before = anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0;
      const left = number('x') - before;
      const y = number('y') + by;
      if (text !== '')
        texts.push({
          ...{ what: text, left, right: left + width },
          ...{ top: y - 0.75 * size, bottom: y + 0.1 * size },
        });
    }
    if (tag === 'rect') {
      const [left, top] = [number('x'), number('y') + by];
      const ends = { right: left + number('width'), bottom: top + number('height') };
      marks.push({ what: 'bar', left, top, ...ends });
    }
    if (tag === 'circle') {
      const [x, y] = [number('cx'), number('cy') + by];
      marks.push({ what: 'dot', left: x, right: x, top: y, bottom: y });
    }
    for (const child of children) if (typeof child !== 'string') walk(child, by);
  };
  walk(root, 0);
  return { texts, marks };
}

function outside(picture: Picture): readonly string[] {
  const { texts, marks } = boxesOf(picture);
  return [...texts, ...marks]
    .filter(
      ({ left, right, top, bottom }) =>
        left < -1 || right > picture.width + 1 || top < -1 || bottom > picture.height + 1,
    )
    .map(({ what }) => what);
}

function touching(picture: Picture): readonly string[] {
  const texts = boxesOf(picture).texts.toSorted((a, b) => a.top - b.top);
  return texts.flatMap((a, at) =>
    texts
      .slice(at + 1)
      .filter((b) => b.top < a.bottom && a.left < b.right - 1 && b.left < a.right - 1)
      .map((b) => `${a.what} / ${b.what}`),
  );
}

function badNumbers({ attrs, children }: ChartNode): readonly string[] {
  const own = Object.values(attrs).filter((value) => /NaN|Infinity|undefined/.test(String(value)));
  const inner = children.flatMap((child) => (typeof child === 'string' ? [] : badNumbers(child)));
  return [...own.map(String).filter((text) => !/["' ]/.test(text)), ...inner];
}
