import { expect } from 'chai';
import { pino } from 'pino';
import { closeAll } from '#src/compose/close-all.ts';

describe('closing what is open', () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const hung = () => new Promise<never>(() => {});
  beforeEach(() => lines.splice(0));

  it('leaves parts that hang behind, names them, and closes all others, the last opened first', async () => {
    const closed: string[] = [];
    const part = (name: string) => async () => void closed.push(name);
    await closeAll([part('a'), hung, part('b'), hung, part('c')], log, 50);
    expect(closed).to.deep.equal(['c', 'b', 'a']);
    expect(lines).to.have.length(2);
    expect(lines[0]).to.contain("didn't close in time").and.contain('new Promise');
  });

  it('goes on where a part fails, and begins to close everything though no time is left', async () => {
    const closed: string[] = [];
    const failing = async () => {
      closed.push('failing');
      throw new Error('no');
    };
    const throwing = () => {
      throw new Error('at once');
    };
    await closeAll([failing, throwing, async () => void closed.push('last')], log, 0);
    expect(closed).to.deep.equal(['last', 'failing']);
  });
});
