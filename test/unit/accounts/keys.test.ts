import { expect } from 'chai';
import { createKey, digestKey, isWellFormedKey } from '#src/accounts/keys.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('keys as text', () => {
  it('have prefix, 32 random characters and a checksum, each another', () => {
    const keys = Array.from({ length: 200 }, () => createKey('live'));
    for (const key of keys) {
      expect(key).to.match(/^plumb_live_[0-9A-Za-z]{38}$/);
      expect(isWellFormedKey(key)).to.equal(true);
    }
    expect(new Set(keys).size).to.equal(200);
    expect(createKey('test')).to.match(/^plumb_test_/);
  });

  it('are recognised as mistyped after any one character is changed', () => {
    const key = createKey('live');
    for (let at = 0; at < key.length; at++)
      for (const other of BASE62) {
        if (other === key[at]) continue;
        const typo = key.slice(0, at) + other + key.slice(at + 1);
        expect(isWellFormedKey(typo), typo).to.equal(false);
      }
  });

  it('are recognised as mistyped when neighbours are swapped or a label is exchanged', () => {
    const key = createKey('live');
    for (let at = 11; at < key.length - 1; at++) {
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
      if (swapped !== key) expect(isWellFormedKey(swapped), swapped).to.equal(false);
    }
    expect(isWellFormedKey(key.replace('live', 'test'))).to.equal(false);
    expect(isWellFormedKey(`${key} `)).to.equal(false);
    expect(isWellFormedKey(key.slice(1))).to.equal(false);
    expect(isWellFormedKey('')).to.equal(false);
  });

  it('are kept as a hash with the first 16 and the last 4 characters', () => {
    const key = createKey('live');
    const digest = digestKey(key);
    expect(digest.hash).to.match(/^[0-9a-f]{64}$/);
    expect(digest).to.include({ prefix: key.slice(0, 16), last4: key.slice(-4) });
  });
});
