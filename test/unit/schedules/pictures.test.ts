import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { pino } from 'pino';
import type { SavedQuestion } from '#src/boards/types.ts';
import { pictureOf, pictureToken, readPictureToken } from '#src/schedules/pictures.ts';
import { createRasterizer } from '#src/schedules/rasterizer.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';

const log = pino({ level: 'silent' });
const saved = (cities: readonly string[], more: object = {}) =>
  ({
    ...{ id: 'sav_1', chart: null },
    result: {
      columns: ['city', 'amount'],
      columns_info: [
        { name: 'city', kind: 'category', grain: null, unit: null, scale: null, additive: null },
        { name: 'amount', kind: 'measure', grain: null, unit: 'EUR', scale: 1, additive: true },
      ],
      rows: cities.map((city, at) => [city, 10 * (at + 1)]),
      total_rows: cities.length,
      chart: { kind: 'bars', x: 'city', y: ['amount'], series: null, reason: 'Ranked.' },
    },
    ...more,
  }) as unknown as SavedQuestion;

/** Which characters a WOFF file has (https://www.w3.org/TR/WOFF/, OpenType `cmap` format 12 or 4). */
function charactersOf(file: string): (code: number) => boolean {
  const woff = readFileSync(file);
  const tables = woff.readUInt16BE(12);
  for (let at = 44; at < 44 + tables * 20; at += 20) {
    if (woff.toString('latin1', at, at + 4) !== 'cmap') continue;
    const [from, packed, size] = [4, 8, 12].map((add) => woff.readUInt32BE(at + add)) as [
      ...[number, number, number],
    ];
    const raw = woff.subarray(from, from + packed);
    const cmap = packed < size ? inflateSync(raw) : raw;
    for (let one = 4; one < 4 + cmap.readUInt16BE(2) * 8; one += 8) {
      const table = cmap.readUInt32BE(one + 4);
      if (cmap.readUInt16BE(table) !== 12) continue;
      const groups = Array.from({ length: cmap.readUInt32BE(table + 12) }, (_, group) => {
        const place = table + 16 + group * 12;
        return [cmap.readUInt32BE(place), cmap.readUInt32BE(place + 4)] as const;
      });
      return (code) => groups.some(([first, last]) => code >= first && code <= last);
    }
  }
  throw new Error('no cmap of format 12');
}

describe('the picture of a chart', () => {
  it('is a PNG, twice as many pixels as the chart has, in 10 s', async () => {
    const { svg, alt } = pictureOf(saved(['Köln', 'Łódź', 'Αθήνα', 'Москва']), 'de')!;
    expect(alt).to.contain('Köln');
    const png = await createRasterizer({ timeoutMs: 10_000, log }).draw(svg);
    expect(png?.subarray(1, 4).toString()).to.equal('PNG');
    expect(png?.readUInt32BE(16)).to.equal(1_280);
    expect(png?.length).to.be.within(5_000, 200_000);
  });

  it('holds letters without a font of the machine, and others for another text', async () => {
    const { draw } = createRasterizer({ timeoutMs: 10_000, log });
    const words = (text: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text y="15">${text}</text></svg>`;
    const [none, one, same, other] = await Promise.all(
      ['', 'abc', 'abc', 'xyz'].map((text) => draw(words(text))),
    );
    expect(one).to.deep.equal(same);
    expect(one).to.not.deep.equal(none).and.to.not.deep.equal(other);
  });

  it('is none where the chart has letters that the font lacks', () => {
    const files = ['400', '700'].map((weight) =>
      createRequire(import.meta.url).resolve(
        `@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff`,
      ),
    );
    const known = files.map(charactersOf);
    let drawable = 0;
    for (let code = 0x20; code < 0x1_0000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const letter = String.fromCodePoint(code);
      const picture = pictureOf(saved([`x${letter}y`, 'Rome']), 'en');
      // Spaces and hyphens are drawn as such; what XML can't hold is left out.
      if (!picture?.svg.includes(letter) || /[\s\u00ad\u2010-\u2027\u202f-\u205e]/u.test(letter))
        continue;
      drawable += 1;
      expect(
        known.every((has) => has(code)),
        code.toString(16),
      ).to.equal(true);
    }
    expect(drawable).to.be.greaterThan(1_000);
    for (const city of ['東京', 'القاهرة', 'ירושלים', '🏙', 'दिल्ली'])
      expect(pictureOf(saved([city, 'Rome']), 'en'), city).to.equal(null);
  }).timeout(120_000);

  it('is none of a single number, a table, or what has no rows', () => {
    const number = { chart: { kind: 'number', x: null, y: ['amount'], series: null } };
    const { result } = saved(['Rome']);
    expect(pictureOf(saved([], { result: { ...result, ...number } }), 'en')).to.equal(null);
    expect(pictureOf(saved(['Rome', 'Oslo'], { chart: { kind: 'table' } }), 'en')).to.equal(null);
    expect(pictureOf(saved([], { result: null }), 'en')).to.equal(null);
  });

  it('ends a drawing whose time is over, and refuses one without bounds', async () => {
    const slow = createRasterizer({ timeoutMs: 1, log });
    expect(await slow.draw(pictureOf(saved(['Rome', 'Oslo']), 'en')!.svg)).to.equal(null);
    const { draw } = createRasterizer({ timeoutMs: 10_000, log });
    expect(await draw('<svg viewBox="0 0 100000 100000"></svg>')).to.equal(null);
    expect(await draw('<svg></svg>')).to.equal(null);
    expect(await draw(`<svg viewBox="0 0 10 10">${' '.repeat(1_000_001)}</svg>`)).to.equal(null);
    expect(await draw('<svg viewBox="0 0 10 10">& broken')).to.equal(null);
  });

  it('lets twenty wait, and no more', async () => {
    const { draw } = createRasterizer({ timeoutMs: 1, log });
    const { svg } = pictureOf(saved(['Rome', 'Oslo']), 'en')!;
    const all = await Promise.allSettled(Array.from({ length: 22 }, () => draw(svg)));
    expect(all.filter(({ status }) => status === 'rejected')).to.have.length(2);
  });
});

describe('the address of a picture', () => {
  const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });
  const box = createSecretBox([key('own', 1)]);
  const now = new Date('2026-11-29T12:00:00Z');
  const address = {
    ...{ runId: 'run_1', savedId: 'sav_1', digest: 'x' },
    until: now.getTime() + 1_000,
  };

  it('is read until its time is over', () => {
    const token = pictureToken(box, address);
    expect(readPictureToken(box, token, now)).to.deep.equal(address);
    expect(readPictureToken(box, token, new Date(address.until))).to.equal(null);
  });

  it('is none when a letter of it is changed, or it is of another service or for another use', () => {
    const token = pictureToken(box, address);
    for (let at = 0; at < token.length; at += 1) {
      const letter = token[at] === '1' ? '2' : '1';
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      expect(readPictureToken(box, changed, now), String(at)).to.equal(null);
    }
    const other = createSecretBox([key('own', 2)]);
    expect(readPictureToken(other, token, now)).to.equal(null);
    const sealed = box.seal(JSON.stringify(Object.values(address)), 'sch_1');
    const foreign = `plumb_share_${Buffer.from(sealed).toString('hex')}`;
    expect(readPictureToken(box, foreign, now)).to.equal(null);
    for (const text of ['', 'plumb_share_', token.slice(0, -2), `${token}00`, token.slice(12)])
      expect(readPictureToken(box, text, now), text).to.equal(null);
  });
});
