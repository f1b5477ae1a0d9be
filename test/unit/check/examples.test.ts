import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RESULT_CHECKS, STATEMENT_CHECKS } from '#src/check/checks.ts';
import type { Example } from '#src/check/types.ts';
import { type Looker, openLooker } from './looker.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const CHECKS = [...STATEMENT_CHECKS, ...RESULT_CHECKS];

describe('the examples of the checks', () => {
  let looker: Looker;
  before(async () => {
    looker = await openLooker();
  });
  after(() => looker.close());

  const outcome = async (name: string, { company, question, sql }: Example) => {
    const { checks } = await looker.look(company ?? '', question, sql);
    const own = checks.filter((check) => check.name === name);
    return own.some((check) => check.outcome === 'failed' || check.outcome === 'warning');
  };
  for (const { name, catches, passes } of CHECKS) {
    for (const example of catches.filter(({ company }) => company !== null))
      it(`${name} catches: ${example.sql}`, async () =>
        expect(await outcome(name, example)).to.equal(true));
    for (const example of passes.filter(({ company }) => company !== null))
      it(`${name} lets pass: ${example.sql}`, async () =>
        expect(await outcome(name, example)).to.equal(false));
  }

  it('are there for each check, tried here or in a test of its own', () => {
    const names = new Set(CHECKS.map(({ name }) => name));
    for (const one of names) {
      const own = CHECKS.filter(({ name }) => name === one);
      expect(
        own.flatMap(({ catches }) => catches),
        one,
      ).to.not.have.length(0);
      expect(
        own.flatMap(({ passes }) => passes),
        one,
      ).to.not.have.length(0);
    }
    const elsewhere = CHECKS.flatMap(({ catches, passes }) => [...catches, ...passes]).filter(
      ({ company }) => company === null,
    );
    for (const { triedIn = '' } of elsewhere)
      expect(existsSync(path.join(root, triedIn)), triedIn).to.equal(true);
  });
});
