import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { parse, parseAllDocuments } from 'yaml';
import { configSchema } from '#config/schema.ts';
import { ignoredBy, instructionsOf } from '../../../deploy/try-image.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

interface Container {
  readonly env: readonly { readonly name: string }[];
  readonly securityContext: Record<string, unknown>;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly livenessProbe: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string };
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly securityContext: Record<string, unknown>;
        readonly terminationGracePeriodSeconds: number;
      };
    };
  };
}

/** Whether a variable of the environment is a setting that there is. */
function isSetting(variable: string): boolean {
  const trail = variable
    .replace(/^PLUMBLINE_/, '')
    .replace(/_FILE$/, '')
    .toLowerCase()
    .split('__');
  let node: unknown = configSchema.parse({});
  for (const name of trail) {
    if (typeof node !== 'object' || node === null || !(name in node)) return false;
    node = Reflect.get(node, name);
  }
  return true;
}

describe('files of a deployment', () => {
  it('name settings that there are', async () => {
    const texts = await Promise.all(
      [
        ...['Dockerfile', 'compose.yaml', 'deploy/compose-gateways.yaml'],
        'deploy/kubernetes/plumbline.yaml',
      ].map(read),
    );
    const named = texts.flatMap((text) => text.match(/\bPLUMBLINE_[A-Z_]+(?=[:=\s])/g) ?? []);
    expect(named.length).to.be.greaterThan(4);
    expect(named.filter((name) => !isSetting(name))).to.deep.equal([]);
  });

  it('make an image that runs as nobody special, with the Node of package.json and a health check', async () => {
    const instructions = instructionsOf(await read('Dockerfile'));
    const texts = (name: string) =>
      instructions.filter((one) => one.name === name).map(({ text }) => text);
    const { devDependencies } = JSON.parse(await read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    for (const from of texts('FROM'))
      expect(from).to.match(new RegExp(`^node:${devDependencies['node']}-`));
    expect(Number(texts('USER')[0]?.split(':')[0])).to.be.greaterThan(0);
    expect(texts('HEALTHCHECK')[0]).to.contain('/readyz');
    expect(texts('VOLUME')).to.deep.equal(['["/data"]']);
    expect(JSON.parse(texts('CMD')[0] ?? '')).to.deep.equal(['node', 'bin/plumbline.js', 'start']);
  });

  it('leave data, keys and local settings out of an image', async () => {
    const isIgnored = ignoredBy(await read('.dockerignore'));
    for (const file of [
      ...[
        'data/plumbline.db',
        'node_modules/x/y.js',
        'src/web/node_modules/x',
        '.git/HEAD',
        '.env',
      ],
      ...['deploy/secrets/store-url', 'a/encryption.key', 'tls/server.pem', '.env.local'],
    ])
      expect(isIgnored(file), file).to.equal(true);
    for (const file of [
      'src/main.ts',
      'src/web/views/data/data.tsx',
      'package-lock.json',
      'LICENSE',
    ])
      expect(isIgnored(file), file).to.equal(false);
  });

  it('start PostgreSQL and Redis before the service, which is read-only but for its volume', async () => {
    const { services, volumes, secrets } = parse(await read('compose.yaml')) as {
      services: Record<string, Record<string, unknown>>;
      volumes: object;
      secrets: object;
    };
    expect(services).to.have.keys(['plumbline', 'postgres', 'redis']);
    const own = services['plumbline']!;
    expect(own).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
    expect(own['volumes']).to.deep.equal(['plumbline-data:/data']);
    expect(own['ports']).to.deep.equal(['127.0.0.1:8080:8080']);
    for (const name of ['postgres', 'redis']) {
      expect(own['depends_on']).to.have.nested.property(`${name}.condition`, 'service_healthy');
      expect(services[name]).to.have.property('healthcheck');
      expect(services[name]).to.not.have.property('ports');
    }
    expect(volumes).to.have.keys(['plumbline-data', 'postgres-data']);
    for (const service of Object.values(services))
      for (const secret of (service['secrets'] as string[] | undefined) ?? [])
        expect(secrets).to.have.property(secret);
  });

  it('start gateways with a bucket that is there, a key that they share and a disk of their own', async () => {
    const { services, volumes, secrets } = parse(await read('deploy/compose-gateways.yaml'), {
      merge: true,
    }) as {
      services: Record<string, Record<string, unknown>>;
      volumes: object;
      secrets: object;
    };
    const gateways = Object.keys(services).filter((name) => name.startsWith('gateway-'));
    expect(gateways).to.have.length(2);
    const disks = gateways.flatMap((name) => services[name]?.['volumes'] as string[]);
    expect(new Set(disks).size).to.equal(gateways.length);
    for (const disk of disks) expect(volumes).to.have.property(disk.split(':')[0]!);
    for (const name of gateways) {
      const own = services[name]!;
      expect(own).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
      expect(own).to.not.have.property('ports');
      expect(own).to.have.nested.property(
        'depends_on.bucket.condition',
        'service_completed_successfully',
      );
      expect(own['environment']).to.include({ PLUMBLINE_OBJECTS__STORE: 's3' });
      expect(services['balancer']).to.have.nested.property(`depends_on.${name}`);
    }
    for (const service of Object.values(services))
      for (const secret of (service['secrets'] as string[] | undefined) ?? [])
        expect(secrets).to.have.property(secret);
  });

  it('make one read-only pod with probes on Kubernetes, which may reach little', async () => {
    const documents = parseAllDocuments(await read('deploy/kubernetes/plumbline.yaml'));
    for (const { errors } of documents) expect(errors).to.deep.equal([]);
    const resources = documents.map((one) => one.toJS() as Resource);
    const kinds = resources.map(({ kind }) => kind);
    expect(kinds).to.include.members(['Secret', 'Service', 'StatefulSet', 'NetworkPolicy']);
    for (const { kind, metadata } of resources)
      if (kind !== 'Namespace') expect(metadata.namespace).to.equal('plumbline');
    const { spec } = resources.find(({ kind }) => kind === 'StatefulSet')!;
    expect(spec.replicas).to.equal(1);
    const pod = spec.template.spec;
    expect(pod.securityContext).to.deep.include({ runAsNonRoot: true, runAsUser: 1000 });
    const { shutdown_ms } = configSchema.parse({});
    expect(pod.terminationGracePeriodSeconds * 1_000).to.be.greaterThan(shutdown_ms);
    const [container] = pod.containers;
    expect(container?.securityContext).to.deep.include({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    });
    expect(container?.livenessProbe.httpGet.path).to.equal('/healthz');
    expect(container?.readinessProbe.httpGet.path).to.equal('/readyz');
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).to.include.members([
      '/data',
      '/tmp',
    ]);
  });
});
