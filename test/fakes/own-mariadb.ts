import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);

/** A MariaDB of a test's own: with TLS, and free to be killed. */
export interface OwnMariadb {
  readonly port: number;
  /** PEM of the authority that signed the server's certificate. */
  readonly ca: string;
  /** PEM of one that did not. */
  readonly otherCa: string;
  /** PEM of the server's certificate. */
  readonly certificate: string;
  /** The name in the certificate. */
  readonly host: string;
  admin(sql: string): Promise<RowDataPacket[]>;
  start(): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
}

const HOST = 'db.example.test';

/** Null where the programs `mariadbd`, `mariadb-install-db` and `openssl` are not installed. */
export async function openOwnMariadb(): Promise<OwnMariadb | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-mariadb-'));
  try {
    await run('mariadb-install-db', [
      '--no-defaults',
      '--user=root',
      `--datadir=${folder}/data`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
    await certificates(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  let port = await freePort();
  let server: ChildProcess | null = null;
  const admin = async (sql: string) => {
    const connection = await createConnection({
      host: '127.0.0.1',
      port,
      user: 'root',
      multipleStatements: true,
    });
    try {
      return (await connection.query(sql))[0] as RowDataPacket[];
    } finally {
      await connection.end();
    }
  };
  const start = async () => {
    const started = spawn('mariadbd', options(folder, port), { stdio: 'ignore' });
    server = started;
    await eventually(() => {
      if (started.exitCode !== null) throw new Error(`mariadbd ended with ${started.exitCode}`);
      return admin('SELECT 1').catch(() => null);
    }, 'the start of mariadbd');
  };
  const kill = async () => {
    if (server === null || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    server = null;
  };
  await start().catch(async () => {
    await kill();
    port = await freePort();
    await start();
  });
  return {
    port,
    host: HOST,
    ca: await readFile(`${folder}/ca.pem`, 'utf8'),
    otherCa: await readFile(`${folder}/other.pem`, 'utf8'),
    certificate: await readFile(`${folder}/server.pem`, 'utf8'),
    admin,
    start,
    kill,
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function options(folder: string, port: number): string[] {
  return [
    '--no-defaults',
    '--user=root',
    `--datadir=${folder}/data`,
    `--socket=${folder}/socket`,
    `--pid-file=${folder}/pid`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--innodb-buffer-pool-size=16M',
    `--ssl-ca=${folder}/ca.pem`,
    `--ssl-cert=${folder}/server.pem`,
    `--ssl-key=${folder}/server.key`,
  ];
}

async function certificates(folder: string): Promise<void> {
  const openssl = (...words: string[]) => run('openssl', words, { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  for (const name of ['ca', 'other'])
    await openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
      '-days',
      '2',
    );
  await openssl(
    'req',
    ...key,
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
    '-subj',
    `/CN=${HOST}`,
  );
  await writeFile(`${folder}/names`, `subjectAltName=DNS:${HOST}`);
  await openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'server.pem',
    '-days',
    '2',
    '-extfile',
    'names',
  );
}
