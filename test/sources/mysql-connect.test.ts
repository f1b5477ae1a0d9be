import { constants, generateKeyPairSync, privateDecrypt, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { Connector } from '#plugins/sources/mysql/connector.ts';
import type { ConnectionErrorKind } from '#src/plugin-api/connection-error.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { eventually } from '../fakes/eventually.ts';
import {
  ask,
  failure,
  mysqlServerForTests,
  mysqlTarget,
  openMysqlForTests,
} from '../fakes/mysql-source.ts';
import { type OwnMariadb, openOwnMariadb } from '../fakes/own-mariadb.ts';

const server = mysqlServerForTests({ connect_timeout_ms: 30_000 });
const never = new AbortController().signal;
const probe = (target: DatabaseTarget) => server.probe(target, never);

describe('connecting to a MySQL server', () => {
  let own: OwnMariadb;
  const target = (other: Partial<DatabaseTarget> = {}) =>
    mysqlTarget({
      host: own.host,
      address: '127.0.0.1',
      port: own.port,
      user: 'reader',
      password: `p'a"s\\s ☃`,
      database: 'shop',
      ...other,
    });

  before(async function () {
    const opened = await openOwnMariadb();
    if (!opened) {
      console.log('      skipped: mariadbd, mariadb-install-db or openssl is not installed');
      return this.skip();
    }
    own = opened;
    await own.admin(`
      CREATE DATABASE shop; CREATE TABLE shop.things (id INT PRIMARY KEY);
      INSERT INTO shop.things VALUES (1), (2);
      CREATE DATABASE other_shop; CREATE DATABASE shopping; CREATE DATABASE secret;
      CREATE USER reader@'%' IDENTIFIED BY 'p\\'a"s\\\\s ☃'; GRANT SELECT, SHOW VIEW ON shop.* TO reader@'%'`);
  });
  after(() => own?.close());

  describe('over TLS', () => {
    const cipher = async (ssl: DatabaseTarget['ssl'], host = own.host) => {
      const source = server.connect(target({ ssl, host }));
      try {
        const sql = `SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'`;
        return String((await ask(source, sql)).rows[0]![0]);
      } finally {
        await source.close();
      }
    };

    it('encrypts where the mode asks for it, and where the server offers it', async () => {
      expect(await cipher({ mode: 'disable', ca: null })).to.equal('');
      for (const mode of ['prefer', 'require'] as const)
        expect(await cipher({ mode, ca: null }), mode).to.match(/TLS|AES|CHACHA/);
      for (const mode of ['require', 'verify-ca', 'verify-full'] as const)
        expect(await cipher({ mode, ca: own.ca }), mode).to.match(/TLS|AES|CHACHA/);
      expect(await cipher({ mode: 'verify-ca', ca: own.ca }, 'elsewhere.test')).to.not.equal('');
    });

    it('shows the certificate of the server, where the connection is encrypted', async () => {
      const shown = await probe(target({ ssl: { mode: 'require', ca: null } }));
      const real = new X509Certificate(own.certificate);
      expect(shown.certificate?.fingerprint256).to.equal(real.fingerprint256);
      expect(shown.certificate?.protocol).to.match(/^TLSv1/);
      const open = await probe(target({ ssl: { mode: 'disable', ca: null } }));
      expect(open.certificate).to.equal(null);
    });

    for (const [title, ssl, host, text] of [
      [
        'of another authority',
        { mode: 'verify-ca', ca: 'other' },
        null,
        /isn't signed by a trusted authority/,
      ],
      [
        'of another authority that was given',
        { mode: 'require', ca: 'other' },
        null,
        /isn't signed/,
      ],
      [
        'of an authority that nobody named',
        { mode: 'verify-full', ca: null },
        null,
        /isn't signed/,
      ],
      [
        'for another host',
        { mode: 'verify-full', ca: 'own' },
        'elsewhere.test',
        /isn't valid for "elsewhere\.test"/,
      ],
      ['for an address', { mode: 'verify-full', ca: 'own' }, '127.0.0.1', /is an address/],
    ] as const)
      it(`refuses a certificate ${title}`, async () => {
        const ca = ssl.ca === 'own' ? own.ca : ssl.ca === 'other' ? own.otherCa : null;
        const error = await failure(
          probe(target({ ssl: { mode: ssl.mode, ca }, host: host ?? own.host })),
        );
        expect([error.kind, error.message]).to.satisfy(
          ([kind, message]: string[]) => kind === 'tls' && text.test(message!),
          JSON.stringify(error.message),
        );
      });

    it('prefers TLS, and does without where the server has none, for all that connect at once', async function () {
      const other = await openMysqlForTests();
      if (!other) return this.skip();
      const ssl = { mode: 'prefer', ca: null } as const;
      const connector = new Connector({ ...other.target, ssl }, 30_000);
      const wires = await Promise.all(Array.from({ length: 12 }, () => connector.connect(never)));
      expect(wires).to.have.length(12);
      for (const { connection } of wires) connection.destroy();
      await other.close();
    });

    it('gives a hint where a server refuses a user who may come over TLS only', async () => {
      await own.admin(
        `CREATE USER encrypted@'%' IDENTIFIED BY 'x' REQUIRE SSL; GRANT SELECT ON shop.* TO encrypted@'%'`,
      );
      const user = { user: 'encrypted', password: 'x' };
      expect((await failure(probe(target(user)))).message).to.match(/over TLS only/);
      const { readOnly } = await probe(target({ ...user, ssl: { mode: 'prefer', ca: null } }));
      expect(readOnly).to.equal(true);
    });
  });

  describe('tells what is wrong', () => {
    before(() =>
      own.admin(`
        CREATE USER locked@'%' IDENTIFIED BY 'x' ACCOUNT LOCK;
        CREATE USER expired@'%' IDENTIFIED BY 'x' PASSWORD EXPIRE;
        CREATE USER single@'%' IDENTIFIED BY 'x' WITH MAX_USER_CONNECTIONS 1;
        CREATE USER strange@'%' IDENTIFIED VIA unix_socket;
        CREATE USER nothing@'%' IDENTIFIED BY 'x'`),
    );

    for (const [title, other, kind, text] of [
      ['a wrong password', { password: 'wrong' }, 'credentials', /user "reader" or the password/],
      ['an unknown user', { user: 'nobody' }, 'credentials', /user "nobody"/],
      ['a locked account', { user: 'locked', password: 'x' }, 'credentials', /locked/],
      [
        'an expired password',
        { user: 'expired', password: 'x' },
        'credentials',
        /expired|must be changed/,
      ],
      ['a user of the machine only', { user: 'strange' }, 'credentials', /user "strange"/],
      ['a database that is not there', { database: 'nope' }, 'database', /"nope" doesn't exist/],
      [
        'a database that is closed to the user',
        { database: 'secret' },
        'database',
        /has no access/,
      ],
      [
        'a user without any rights',
        { user: 'nothing', password: 'x' },
        'database',
        /has no access/,
      ],
      [
        'a port where nothing listens',
        { port: 1 },
        'host',
        /db\.example\.test:1 refused the connection/,
      ],
    ] as const)
      it(`${title}`, async () => {
        const error = await failure(probe(target(other)));
        expect(error.kind, error.message).to.equal(kind satisfies ConnectionErrorKind);
        expect(error.message).to.match(text);
        expect(error.message).to.not.include(`p'a"s`);
      });

    it('a server that takes no more connections', async () => {
      const single = target({ user: 'single', password: 'x', database: 'information_schema' });
      const first = server.connect(single);
      const free = new AbortController();
      const held = failure(ask(first, 'SELECT SLEEP(50)', { signal: free.signal }));
      const sleeping = `SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO = 'SELECT SLEEP(50)'`;
      await eventually(async () => (await own.admin(sleeping)).length === 1);
      const error = await failure(probe(single));
      expect([error.kind, error.message]).to.deep.equal([
        'busy',
        `The server at ${own.host}:${own.port} has no free connections. Try again in a moment.`,
      ]);
      free.abort();
      expect((await held).kind).to.equal('cancelled');
      await first.close();
    });
  });

  describe('tells what a user may do', () => {
    const judged = async (grants: string) => {
      await own.admin(
        `DROP USER IF EXISTS somebody@'%'; CREATE USER somebody@'%' IDENTIFIED BY 'x'; ${grants}`,
      );
      return probe(target({ user: 'somebody', password: 'x' }));
    };
    const CASES: readonly (readonly [grants: string, readOnly: boolean, warning: RegExp | null])[] =
      [
        [`GRANT SELECT, SHOW VIEW ON shop.* TO somebody@'%'`, true, null],
        [`GRANT SELECT (id) ON shop.things TO somebody@'%'`, true, null],
        [
          `GRANT SELECT, INSERT, UPDATE ON shop.* TO somebody@'%'`,
          false,
          /change the database \(INSERT, UPDATE\)/,
        ],
        [`GRANT SELECT, INSERT (id) ON shop.things TO somebody@'%'`, false, /INSERT/],
        [
          `GRANT SELECT ON shop.* TO somebody@'%'; GRANT INSERT ON other_shop.* TO somebody@'%'`,
          true,
          null,
        ],
        [`GRANT ALL ON \`shop%\`.* TO somebody@'%'`, false, /ALL PRIVILEGES/],
        [
          `GRANT SELECT ON shop.* TO somebody@'%'; GRANT ALL ON \`shop\\_\`.* TO somebody@'%'`,
          true,
          null,
        ],
        [`GRANT ALL ON *.* TO somebody@'%'`, false, /all privileges on the server/],
        [`GRANT SELECT, FILE ON *.* TO somebody@'%'`, false, /files on the server/],
        [`GRANT SELECT, PROCESS ON *.* TO somebody@'%'`, true, /see other users' statements/],
        [`GRANT SELECT ON shop.* TO somebody@'%' WITH GRANT OPTION`, true, /GRANT OPTION/],
        [
          `CREATE OR REPLACE ROLE writer; GRANT INSERT ON shop.* TO writer; GRANT SELECT ON shop.* TO somebody@'%'; GRANT writer TO somebody@'%'`,
          false,
          /INSERT/,
        ],
      ];
    for (const [grants, readOnly, warning] of CASES)
      it(`after ${grants}`, async () => {
        const found = await judged(grants);
        expect(found.readOnly, found.warnings.join()).to.equal(readOnly);
        if (warning) expect(found.warnings.join(' ')).to.match(warning);
        else expect(found.warnings).to.deep.equal([]);
      });

    it('and that views are left out whose definition it may not see', async () => {
      await own.admin('CREATE OR REPLACE VIEW shop.unseen AS SELECT id FROM shop.things');
      const { warnings } = await judged(`GRANT SELECT ON shop.* TO somebody@'%'`);
      expect(warnings.join()).to.match(/1 views were left out.*SHOW VIEW/);
      await own.admin('DROP VIEW shop.unseen');
    });
  });

  it('shows no tables of other servers, nor views that read them', async () => {
    await own.admin(`
      INSTALL SONAME 'ha_federatedx';
      CREATE TABLE shop.far (id INT PRIMARY KEY) ENGINE = FEDERATED
        CONNECTION = 'mysql://root@127.0.0.1:${own.port}/shop/things';
      CREATE VIEW shop.far_view AS SELECT id FROM shop.far;
      CREATE VIEW shop.near_view AS SELECT id FROM shop.things`);
    const source = server.connect(target());
    const tables = await source.introspect({ workspaceId: 'w1', attachments: [] }, never);
    await source.close();
    await own.admin('DROP VIEW shop.far_view, shop.near_view; DROP TABLE shop.far');
    expect(tables.map(({ physical: { table } }) => table)).to.have.members(['things', 'near_view']);
  });

  it('survives that the server is killed under load, and is back as soon as it is', async () => {
    const source = server.connect(target());
    let outcomes: string[] = [];
    let going = true;
    const load = Array.from({ length: 6 }, async () => {
      while (going) {
        const kind = await ask(source, 'SELECT COUNT(*), SLEEP(0.01) FROM shop.things').then(
          () => 'answered',
          (error: { kind: string }) => error.kind,
        );
        outcomes.push(kind);
        await wait(5);
      }
    });
    const all = new Set<string>();
    /** Waits for an outcome of a query that ended from now on. */
    const comes = async (kind: string) => {
      for (const one of outcomes) all.add(one);
      outcomes = [];
      await eventually(
        () => outcomes.includes(kind),
        () => outcomes,
      );
    };
    await comes('answered');
    await own.kill();
    await comes('unavailable');
    await own.start();
    await comes('answered');
    going = false;
    await Promise.all(load);
    for (const one of outcomes) all.add(one);
    await source.close();
    expect(all).to.deep.equal(new Set(['answered', 'unavailable']));
  });
});

describe('connecting to what is no MySQL server', () => {
  const open: Server[] = [];
  after(() => {
    for (const one of open) one.close();
  });
  const listening = async (answer: (socket: Socket) => void): Promise<DatabaseTarget> => {
    const listener = createServer((socket) => {
      socket.on('error', () => {});
      answer(socket);
    }).listen(0, '127.0.0.1');
    open.push(listener);
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    return mysqlTarget({ host: '127.0.0.1', address: '127.0.0.1', port, password: 'hush-hush' });
  };

  for (const [title, answer] of [
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['speaks SSH', (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n')],
    ['speaks HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'greets and goes on with nonsense',
      (socket: Socket) => socket.write(Buffer.concat([GREETING, Buffer.alloc(70_000, 82)])),
    ],
    ['sends nonsense', (socket: Socket) => socket.write(Buffer.from('050000000affffffff', 'hex'))],
  ] as const)
    it(`tells that a server ${title}`, async () => {
      const target = await listening(answer);
      // Some of them are waited for until the end, which says what was heard.
      const patient = mysqlServerForTests({ connect_timeout_ms: 5_000 });
      const error = await failure(patient.probe(target, never));
      expect(error.kind, error.message).to.equal('protocol');
      expect(error.message).to.include(`127.0.0.1:${target.port}`);
    });

  it('tells that a server says nothing', async () => {
    const target = await listening(() => {});
    const hasty = mysqlServerForTests({ connect_timeout_ms: 500 });
    const error = await failure(hasty.probe(target, never));
    expect(error.kind).to.equal('host');
    expect(error.message).to.include(`127.0.0.1:${target.port} didn't answer in time`);
  });

  it('does not tell its password to a server that asks for it in clear', async () => {
    const heard: Buffer[] = [];
    const left = Promise.withResolvers<void>();
    const target = await listening((socket) => {
      socket.once('close', () => left.resolve());
      socket.write(GREETING);
      socket.once('data', () => {
        socket.write(packet(2, Buffer.from('\xfemysql_clear_password\0', 'latin1')));
      });
      socket.on('data', (data) => heard.push(data));
    });
    const error = await failure(probe(target));
    expect([error.kind, error.message]).to.satisfy(
      ([kind, message]: string[]) => kind === 'tls' && /unencrypted password/.test(message!),
    );
    await left.promise;
    expect(Buffer.concat(heard).includes('hush-hush')).to.equal(false);
  });

  it('signs in by caching_sha2_password without TLS under the key of the server alone', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const scramble = 'abcdefghijklmnopqrst';
    const heard: Buffer[] = [];
    const target = await listening((socket) => {
      const answers = [
        packet(2, Buffer.from(`\xfecaching_sha2_password\0${scramble}\0`, 'latin1')),
        packet(4, Buffer.from([1, 4])),
        packet(6, Buffer.from(`\x01${pem}`)),
      ];
      socket.write(GREETING);
      socket.on('data', (data) => {
        heard.push(data);
        const next = answers.shift();
        if (next) socket.write(next);
        else socket.destroy();
      });
    });
    await failure(probe(target));
    const [, , request, encrypted] = heard;
    expect([...request!.subarray(4)]).to.deep.equal([2]);
    const hidden = privateDecrypt(
      { key: privateKey, oaepHash: 'sha1', padding: constants.RSA_PKCS1_OAEP_PADDING },
      encrypted!.subarray(4),
    );
    const password = hidden.map((byte, index) => byte ^ scramble.charCodeAt(index % 20));
    expect(Buffer.from(password).toString()).to.equal('hush-hush\0');
    expect(Buffer.concat(heard).includes('hush-hush')).to.equal(false);
  });

  it('tells that the way to sign in is not supported', async () => {
    const target = await listening((socket) => {
      socket.write(GREETING);
      socket.once('data', () =>
        socket.write(packet(2, Buffer.from('\xfeclient_ed25519\0abc', 'latin1'))),
      );
    });
    const error = await failure(probe(target));
    expect([error.kind, error.message]).to.satisfy(
      ([kind, message]: string[]) => kind === 'credentials' && /isn't supported/.test(message!),
    );
  });

  for (const [number, kind, text] of [
    [1040, 'busy', /has no free connections/],
    [1129, 'host', /blocked this machine/],
    [1130, 'host', /doesn't allow connections from this machine/],
    [3159, 'tls', /encrypted connections only/],
  ] as const)
    it(`explains error ${number} in place of a greeting`, async () => {
      const body = Buffer.from([0xff, number & 255, number >> 8, ...Buffer.from('#HY000no')]);
      const error = await failure(probe(await listening((socket) => socket.end(packet(0, body)))));
      expect(error.kind, error.message).to.equal(kind);
      expect(error.message).to.match(text);
    });

  it('tells that a server is too old', async () => {
    const target = await listening((socket) => {
      socket.write(GREETING);
      socket.once('data', () => {
        socket.write(packet(2, Buffer.from('00000002000000', 'hex')));
        socket.once('data', () => socket.write(identity('5.6.51')));
      });
    });
    const error = await failure(probe(target));
    expect([error.kind, error.message]).to.deep.equal([
      'protocol',
      'The server is MySQL 5.6.51, but Plumbline needs MySQL 5.7 or newer.',
    ]);
  });
});

function packet(sequence: number, body: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUIntLE(body.length, 0, 3);
  header[3] = sequence;
  return Buffer.concat([header, body]);
}

/** Protocol::HandshakeV10 of a server without TLS. */
const GREETING = packet(
  0,
  Buffer.concat([
    Buffer.from('\x0a8.0.36\0', 'latin1'),
    Buffer.from([7, 0, 0, 0]),
    Buffer.from('abcdefgh\0', 'latin1'),
    Buffer.from([0x00, 0x82, 0x21, 0x02, 0x00, 0x08, 0x00, 21]),
    Buffer.alloc(10),
    Buffer.from('ijklmnopqrst\0mysql_native_password\0', 'latin1'),
  ]),
);

/** A text result of one row: what the source asks every server first. */
function identity(version: string): Buffer {
  const cells = [version, '7', 'host', '1', '3306', '0'];
  const text = (value: string) => Buffer.from([value.length, ...Buffer.from(value)]);
  const column = Buffer.concat([
    text('def'),
    ...['', '', '', 'a', ''].map(text),
    Buffer.from([0x0c, 0x21, 0, 100, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0]),
  ]);
  const eof = Buffer.from([0xfe, 0, 0, 2, 0]);
  const bodies = [
    Buffer.from([cells.length]),
    ...cells.map(() => column),
    eof,
    Buffer.concat(cells.map(text)),
    eof,
  ];
  return Buffer.concat(bodies.map((body, index) => packet(index + 1, body)));
}
