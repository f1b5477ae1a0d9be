import { expect } from 'chai';
import { tlsWarnings } from '#src/databases/tls-warnings.ts';
import type { DatabaseSsl, ServerCertificate } from '#src/plugin-api/database-server.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const certificate = (validTo: string): ServerCertificate => ({
  protocol: 'TLSv1.3',
  fingerprint256: 'AB:CD',
  subject: 'db.example.com',
  issuer: 'CA',
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validTo: new Date(validTo),
});
const GOOD = certificate('2027-01-01T00:00:00Z');

describe('warnings about the encryption of a connection', () => {
  const cases: readonly (readonly [
    what: string,
    mode: DatabaseSsl['mode'],
    ca: string | null,
    address: string,
    shown: ServerCertificate | null,
    text: RegExp | null,
  ])[] = [
    ['checked', 'verify-full', null, '10.0.0.5', GOOD, null],
    ['checked by a CA of its own', 'require', 'PEM', '10.0.0.5', GOOD, null],
    ['not checked', 'require', null, '10.0.0.5', GOOD, /isn't verified. Compare its fingerprint/],
    ['preferred, so not checked', 'prefer', null, '10.0.0.5', GOOD, /isn't verified/],
    ['in clear', 'prefer', null, '10.0.0.5', null, /isn't encrypted/],
    ['in clear within this machine', 'disable', null, '127.0.0.1', null, null],
    ['in clear within this machine, IPv6', 'disable', null, '::1', null, null],
    [
      'an address that only begins like one of this machine',
      'disable',
      null,
      '::12',
      null,
      /isn't encrypted/,
    ],
    [
      'ending soon',
      'verify-full',
      null,
      '10.0.0.5',
      certificate('2026-06-20T00:00:00Z'),
      /expires on 2026-06-20/,
    ],
    [
      'ended, unchecked',
      'require',
      'PEM',
      '10.0.0.5',
      certificate('2026-05-20T00:00:00Z'),
      /expired on 2026-05-20/,
    ],
  ];
  for (const [what, mode, ca, address, shown, text] of cases)
    it(`${what}: ${text ? 'warns' : 'says nothing'}`, () => {
      const warnings = tlsWarnings({ ssl: { mode, ca }, address, certificate: shown, now: NOW });
      if (text) expect(warnings.join(' ')).to.match(text);
      else expect(warnings).to.deep.equal([]);
    });
});
