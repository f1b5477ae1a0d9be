import { expect } from 'chai';
import { normalOrigin } from '#src/accounts/allowed-origins.ts';

describe('allowed websites', () => {
  const accepted: readonly [string, string][] = [
    ['https://shop.example', 'https://shop.example'],
    ['https://Shop.Example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost', 'http://localhost'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['https://192.0.2.1', 'https://192.0.2.1'],
  ];
  for (const [text, origin] of accepted)
    it(`takes ${text} as ${origin}`, () => expect(normalOrigin(text)).to.equal(origin));

  const refused = [
    'http://shop.example',
    'http://localhost.evil.example',
    'http://127.0.0.2',
    'http://[::1]',
    'https://shop.example/',
    'https://shop.example/path',
    'https://shop.example?q',
    'https://shop.example#x',
    'https://*.shop.example',
    'https://*',
    'https://ann@shop.example',
    'https://ann:secret@shop.example',
    'https:\\\\shop.example',
    'https:shop.example',
    'https://shop.example:99999',
    'https:// shop.example',
    'https://shop.example\n',
    ' https://shop.example',
    'https://',
    'ftp://shop.example',
    'shop.example',
    '*',
    'null',
    '',
  ];
  for (const text of refused)
    it(`refuses ${JSON.stringify(text)}`, () => expect(normalOrigin(text)).to.equal(null));
});
