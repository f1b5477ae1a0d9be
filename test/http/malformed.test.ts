import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { answerMalformed } from '#src/http/malformed.ts';

describe('what is no request', () => {
  let server: Server;
  before(async () => {
    server = createServer((_req, res) => {
      res.write('begun');
      setImmediate(() => res.socket!.emit('error', new Error('broken in between')));
    });
    server.on('clientError', answerMalformed);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const answerTo = async (text: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return answer;
  };

  const cases: readonly [string, string, string, string][] = [
    ['no HTTP', '\x16\x03\x01\r\n\r\n', '400 Bad Request', 'bad_request'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', '400 Bad Request', 'bad_request'],
    [
      'a long address',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'headers_too_large',
    ],
  ];
  for (const [what, text, status, code] of cases)
    it(`gets a body that says what to do: ${what}`, async () => {
      const [head = '', body = ''] = (await answerTo(text)).split('\r\n\r\n');
      expect(head).to.contain(`HTTP/1.1 ${status}`).and.contain(`X-Error-Code: ${code}`);
      expect(head).to.contain(`Content-Length: ${Buffer.byteLength(body)}`);
      expect(JSON.parse(body)).to.have.property('detail').that.is.a('string');
    });

  it('is cut off where an answer had begun', async () => {
    const answer = await answerTo('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(answer).to.contain('begun').and.not.contain('400');
  });
});
