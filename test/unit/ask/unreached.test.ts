import { expect } from 'chai';
import { expectedFailure } from '#src/ask/failures.ts';
import { ConnectionError, type ConnectionErrorKind } from '#src/plugin-api/connection-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

const failureOf = (cause: unknown) =>
  expectedFailure(new SourceError('unavailable', 'of db.inside:5432', { cause }), false)!;

describe('an answer without its database', () => {
  const cases: readonly (readonly [ConnectionErrorKind, RegExp])[] = [
    ['host', /can't be reached.*few seconds/],
    ['protocol', /can't be reached.*few seconds/],
    ['busy', /all connections.*in use.*few seconds/i],
    ['credentials', /rejected the stored username or password.*database\/test/],
    ['database', /no longer exists.*database\/test/],
    ['tls', /certificate.*database\/test/],
    ['refused', /can no longer use the stored.*database\/test/],
  ];
  for (const [kind, text] of cases)
    it(`says what is wrong (${kind}), and names no host`, () => {
      const failure = failureOf(new ConnectionError(kind, 'db.inside:5432'));
      expect(failure.declineReason).to.equal('source_unavailable');
      expect(failure.message).to.match(text).and.not.to.contain('db.inside');
      expect(failure.internal).to.equal('of db.inside:5432');
      const isPassing = text.source.endsWith('few seconds');
      expect(failure.retryAfterMs).to.equal(isPassing ? null : 60_000);
    });

  it('asks to try again where no more is known', () => {
    expect(failureOf(new Error('gone')).message).to.match(/right now.*few seconds/);
  });
});
