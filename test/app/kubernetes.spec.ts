import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadAll } from 'js-yaml';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { Folders } from '../platform/embedded-postgres-support.js';
import { call, freePort } from '../support/http/http.js';
import { RunningService, runProgram } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly securityContext: object;
}

interface PodSpec {
  readonly securityContext: object;
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly [Container];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
  readonly spec?: { readonly template?: { readonly spec: PodSpec } };
}

interface Kustomization extends Manifest {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator?: readonly { readonly literals: readonly string[] }[];
}

const folder = join(projectRoot, 'deploy/kubernetes');
const models = join(projectRoot, 'test/generators/node_modules/kubernetes-models');
const hasModels = existsSync(models);
const skipReason = hasModels ? '' : ' (skipped: `npm ci --prefix test/generators` has not run)';

async function documentsOf(path: string): Promise<Manifest[]> {
  return loadAll(await readFile(join(folder, path), 'utf8')) as Manifest[];
}

async function kustomization(path: string): Promise<Kustomization> {
  return (await documentsOf(join(path, 'kustomization.yaml')))[0] as Kustomization;
}

async function manifests(): Promise<Manifest[]> {
  const files = [
    ...(await kustomization('.')).resources,
    ...(await kustomization('migrate')).resources.map((name) => join('migrate', name)),
  ];
  return (await Promise.all(files.map(documentsOf))).flat();
}

async function podOf(name: string): Promise<PodSpec> {
  const found = (await manifests()).find(
    (manifest) => manifest.metadata?.name === `data-access-service-${name}` && manifest.spec?.template !== undefined,
  );
  if (found?.spec?.template === undefined) throw new Error(`There are no pods of ${name}`);
  return found.spec.template.spec;
}

describe('The manifests for Kubernetes', () => {
  (hasModels ? it : it.skip)(`fit the schemas that Kubernetes publishes${skipReason}`, async () => {
    const require = createRequire(join(models, 'package.json'));
    for (const manifest of await manifests()) {
      const { [manifest.kind]: Model } = require(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`) as Record<
        string,
        new (manifest: Manifest) => { validate(): void }
      >;
      if (Model === undefined) throw new Error(`There is no schema of ${manifest.kind}`);
      expect(() => new Model(manifest).validate()).not.toThrow();
      expect(() =>
        new Model({
          ...manifest,
          spec: {
            replicas: 'two',
            ports: 'all',
            backoffLimit: 'two',
            podSelector: 1,
            minReplicas: 'two',
            maxUnavailable: {},
            selector: 1,
          },
        } as unknown as Manifest).validate(),
      ).toThrow();
    }
  });

  it('use the image and the version of the Compose file', async () => {
    const compose = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
    for (const path of ['.', 'migrate']) {
      const [image] = (await kustomization(path)).images;
      expect(compose).toContain(`image: ${image?.name}:${image?.newTag}`);
    }
  });

  it.each(['api', 'worker', 'migrate'])('define pods that need no rights on their machine (%s)', async (name) => {
    const pod = await podOf(name);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.containers[0]).toMatchObject({
      image: 'data-access-service',
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
  });

  it('define a liveness probe that does not depend on the database', async () => {
    const [api, worker] = [(await podOf('api')).containers[0], (await podOf('worker')).containers[0]];
    expect(api.readinessProbe?.httpGet).toEqual({ path: '/ready', port: 'http' });
    expect(api.livenessProbe?.httpGet).toEqual({ path: '/health', port: 'http' });
    expect(worker.readinessProbe?.httpGet).toEqual({ path: '/ready', port: 'metrics' });
    expect(worker.livenessProbe?.httpGet).toEqual({ path: '/', port: 'metrics' });
  });

  it('allow more time for the shutdown than the processes take', async () => {
    const { terminationGracePeriodSeconds: api = 0 } = await podOf('api');
    const { terminationGracePeriodSeconds: worker = 0 } = await podOf('worker');
    // The processes wait five seconds before SIGTERM, and take at most twenty seconds after it.
    expect(api).toBeGreaterThan(25);
    expect(worker).toBeGreaterThan(20);
  });
});

describe('The commands and settings of the manifests, in processes of this machine,', () => {
  const folders = new Folders();
  let home: TestDatabase;
  let secrets: string;
  const services: RunningService[] = [];

  /** The variables of a container, with files of secrets in a folder of this machine and a free port for each of its ports. */
  async function environmentOf(name: string): Promise<Record<string, string>> {
    const [container] = (await podOf(name)).containers;
    const literals = (await kustomization('.')).configMapGenerator?.flatMap((map) => map.literals) ?? [];
    const shared = Object.fromEntries(literals.map((literal) => literal.split('=') as [string, string]));
    const own = Object.fromEntries((container.env ?? []).map(({ name: variable, value }) => [variable, value]));
    const moved = Object.entries(own).map(([variable, value]) => [variable, value.replace('/run/secrets', secrets)]);
    const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
    const { REDIS_URL_FILE: _, ...others } = Object.fromEntries(moved) as Record<string, string>;
    return { ...(name === 'migrate' ? {} : shared), ...others, ...ports, DATA_DIR: join(secrets, 'data') };
  }

  async function argumentsOf(name: string): Promise<string[]> {
    const [node, ...args] = (await podOf(name)).containers[0].command;
    expect(node).toBe('node');
    return args;
  }

  beforeAll(async () => {
    home = await createTestDatabase();
    secrets = await folders.make();
    for (const name of ['owner', 'data-access-service']) await mkdir(join(secrets, name));
    await writeFile(join(secrets, 'owner/database-url'), `${home.url}\n`);
    await writeFile(join(secrets, 'data-access-service/database-url'), `${home.url}\n`);
    await writeFile(join(secrets, 'data-access-service/api-key-pepper'), 'a pepper of the cluster\n');
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()));
    await home.drop();
    await folders.remove();
  });

  it('run the migration job twice without an error on a database that has all migrations', async () => {
    for (let run = 0; run < 2; run += 1) {
      const ended = await runProgram(await argumentsOf('migrate'), { env: await environmentOf('migrate') });
      expect(ended).toEqual({ code: 0, stdout: '{"applied":[]}\n', stderr: '' });
    }
  });

  it('start the service, and its probes answer', async () => {
    const env = await environmentOf('api');
    const service = await RunningService.start(env, await argumentsOf('api'));
    services.push(service);
    const { readinessProbe, livenessProbe } = (await podOf('api')).containers[0];
    for (const probe of [readinessProbe, livenessProbe]) {
      const { status } = await call(`http://127.0.0.1:${env.PORT}${probe?.httpGet.path}`);
      expect([probe?.httpGet.path, status]).toEqual([probe?.httpGet.path, 200]);
    }
  });

  it('start the worker, and its probes answer', async () => {
    const env = await environmentOf('worker');
    const worker = RunningService.launch(env, await argumentsOf('worker'));
    services.push(worker);
    const { readinessProbe, livenessProbe } = (await podOf('worker')).containers[0];
    for (const probe of [livenessProbe, readinessProbe]) {
      const ask = () =>
        fetch(`http://127.0.0.1:${env.METRICS_PORT}${probe?.httpGet.path}`).then(
          ({ status }) => status,
          () => 0,
        );
      let status = await ask();
      for (let attempt = 0; attempt < 100 && status !== 200; attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        status = await ask();
      }
      expect([probe?.httpGet.path, status]).toEqual([probe?.httpGet.path, 200]);
    }
  });
});
