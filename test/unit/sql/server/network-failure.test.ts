import { expect } from 'chai';
import { networkFailure } from '#src/sql/server/network-failure.ts';

const at = { host: 'db.example.com', port: 5432 };
const coded = (code: string) => Object.assign(new Error('raw text'), { code });

describe('failures of the network', () => {
  for (const [code, kind, text] of [
    ['ENOTFOUND', 'host', /"db\.example\.com" is unknown/],
    ['ECONNREFUSED', 'host', /db\.example\.com:5432 refused the connection/],
    ['EHOSTUNREACH', 'host', /can't be reached/],
    ['ETIMEDOUT', 'host', /didn't answer in time/],
    ['ECONNRESET', 'protocol', /closed the connection/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', /isn't signed by a trusted authority/],
    ['CERT_HAS_EXPIRED', 'tls', /expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', /isn't valid for "db\.example\.com"/],
    ['ERR_OSSL_PEM_BAD_BASE64_DECODE', 'tls', /isn't a valid PEM/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /encrypted connection/],
  ] as const)
    it(`tell a user what ${code} means`, () => {
      const failure = networkFailure(coded(code), at);
      expect(failure?.kind).to.equal(kind);
      expect(failure?.message).to.match(text);
    });

  it('leave other errors alone', () => {
    expect(networkFailure(coded('28P01'), at)).to.equal(null);
    expect(networkFailure(new Error('x'), at)).to.equal(null);
    expect(networkFailure('x', at)).to.equal(null);
  });

  it('write IPv6 addresses in brackets', () => {
    for (const host of ['::1', '[::1]'])
      expect(networkFailure(coded('ECONNREFUSED'), { host, port: 1 })?.message).to.match(
        /^\[::1\]:1 refused/,
      );
  });
});
