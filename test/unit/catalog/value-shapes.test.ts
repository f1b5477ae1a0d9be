import { expect } from 'chai';
import { isCredential, shapeOf } from '#src/catalog/value-shapes.ts';

const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n));
const hex = (length: number) => (n: number) => (n + 17).toString(16).padStart(length, '9ab8');

describe('what the shapes of values tell', () => {
  const secrets: Readonly<Record<string, readonly string[]>> = {
    bcrypt: ['$2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW'],
    argon2: ['$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b2dWRWJTmaaJObG'],
    'scrypt of Werkzeug': ['scrypt:32768:8:1$MHXVzNQVJnr6YnSf$0b9a7d8c6e5f4a3b2c1d'],
    'PBKDF2 of Django': ['pbkdf2_sha256$260000$abcdefgh$Zm9vYmFyYmF6cXV4Zm9vYmFy'],
    'sha-crypt': ['$6$rounds=5000$usesomesillystri$D4IrlXatmP7rx3P3InaxBeoomnAihCKRVQAr'],
    phpass: ['$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/'],
    LDAP: ['{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr'],
    SCRAM: ['SCRAM-SHA-256$4096:b0w3lA==$kq9Yc='],
    'a JSON web token': ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'],
    'a key of Stripe': [`sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`],
    'a token of GitHub': [`ghp_${'a1B2c3D4e5'.repeat(4)}`],
    'a key of AWS': [`AKIA${'IOSFODNN7EXAMPLE'}`],
    'a token of Slack': [`xoxb-${'123456789012'}-abcdefghij`],
    'a private key': ['-----BEGIN RSA PRIVATE KEY-----\nMIIE'],
    'an address with a password': ['postgres://app:hunter2@db.example.org:5432/app'],
    'JSON with a password': ['{"smtp": {"user": "x", "password": "hunter2"}}'],
    'card numbers': ['4111 1111 1111 1111', '5500-0055-5555-5559', '340000000000009'],
    'card numbers of numbers': ['4111111111111111', '5500005555555559', '6011000000000004'],
    'social security numbers': ['123-45-6789', '234-56-7890', '345-67-8901'],
  };
  for (const [what, values] of Object.entries(secrets))
    it(`${what}: a secret`, () => expect(shapeOf(values)).to.equal('secret'));

  const ordinary: Readonly<Record<string, readonly string[]>> = {
    commits: times(9, hex(40)),
    checksums: times(9, hex(64)),
    uuids: times(9, (n) => `3f2504e0-4f89-41d3-9a0c-0305e82c33${10 + n}`),
    'order numbers of 16 digits': times(9, (n) => `411111111111111${n}`),
    'EAN-13': ['4006381333931', '5901234123457', '4012345678901', '5012345678900'],
    IMEI: ['356938035643809', '490154203237518', '352099001761481', '358240051111110'],
    ICCID: ['8991101200003204510', '8944110068652153126', '8931440300000000004'],
    'part numbers': ['1234-56-789', '2234-56-789', '3234-56-789'],
    dates: ['2025-01-01', '2025-02-01', '2025-03-01'],
    prices: ['$5', '$6.50', '$12'],
    addresses: [
      'https://example.org/a?page=2',
      'https://example.org/b#c',
      'http://example.org/x@y',
    ],
    JSON: ['{"color": "red"}', '{"token_count": "3"}', '[1, 2]'],
    words: ['skilled', 'sk', 'key-value store', 'akia'],
    codes: ['A-100', 'B-200', 'C-300'],
    nothing: ['', ' ', ''],
  };
  for (const [what, values] of Object.entries(ordinary))
    it(`${what}: nothing`, () => {
      expect(shapeOf(values)).to.equal(null);
      expect(values.filter(isCredential)).to.deep.equal([]);
    });

  it('takes digests for secrets beside a name that speaks of sign-ins alone', () => {
    for (const digests of [times(9, hex(32)), times(9, hex(40)), times(9, hex(64))]) {
      expect(shapeOf(digests, true)).to.equal('secret');
      expect(shapeOf(digests, false)).to.equal(null);
    }
    expect(shapeOf(['red', 'green', 'blue'], true)).to.equal(null);
  });

  it('looks for nearly all of card numbers, and for most of the others', () => {
    const cards = ['4111111111111111', '5500005555555559', '6011000000000004', '4012888888881881'];
    expect(shapeOf([...cards, '4111111111111112'])).to.equal(null);
    expect(shapeOf(['a@example.org', 'b@example.org', 'c@example.org', 'd@x.org', '-'])).to.equal(
      'email',
    );
  });
});
