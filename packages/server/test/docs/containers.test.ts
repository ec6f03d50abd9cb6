// The examples for Compose and Kubernetes fit the registry: settings that exist, secrets that are files, no privileges.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCommand } from '@prime-registry/testkit';
import { findUnknownVariables, loadSettings, readAdminToken } from '../../src/config/load-settings.ts';
import { parseKeyFile } from '../../src/signing/key-file.ts';
import {
  type ComposeService,
  EXAMPLES,
  readCompose,
  readManifests,
  readVariables,
  valueAt,
} from './example-files.ts';
import { ROOT } from './recipe.ts';

const folder = mkdtempSync(join(tmpdir(), 'prime-registry-test-'));
const secrets = join(folder, 'secrets');
after(() => rmSync(folder, { recursive: true }));
before(async () => {
  cpSync(join(EXAMPLES, 'compose-secrets.sh'), join(folder, 'compose-secrets.sh'));
  const { status, stderr } = spawnSync('sh', [join(folder, 'compose-secrets.sh')], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  // As docs/operations/containers.md says; only the registry can make this one.
  const made = await runCommand(['log', 'key', 'create', join(secrets, 'log-key')]);
  assert.equal(made.code, 0, made.stderr);
  chmodSync(join(secrets, 'log-key'), 0o644);
});

/** Fails unless the file is a key of a log. */
function assertLogKey(file: string): void {
  assert.equal(file, join(secrets, 'log-key'));
  assert.equal(parseKeyFile(readFileSync(file, 'utf8')).length, 1);
  const page = readFileSync(join(ROOT, 'docs/operations/containers.md'), 'utf8');
  assert.match(page, / log key create \/secrets\/log-key\nchmod 644 examples\/secrets\/log-key$/m);
}

/** The settings that a container has, with the secrets of compose-secrets.sh in their place. */
function settingsOf(environment: Readonly<Record<string, string>>, mounted: string) {
  const own = Object.entries(environment).filter(([name]) => name.startsWith('PRIME_REGISTRY_'));
  const placed = Object.fromEntries(
    own.map(([name, value]) => [name, value.replace(mounted, `${secrets}/`)]),
  );
  assert.deepEqual(findUnknownVariables(placed), [], 'every variable is one of a setting');
  return { ...loadSettings({ flags: {}, environment: placed }), token: readAdminToken(placed) };
}

/** What a service of Compose may have: other keys are mistakes, which Compose reports only where it is installed. */
const COMPOSE_KEYS =
  'build cap_drop command depends_on entrypoint environment healthcheck image logging mem_limit ports read_only restart secrets security_opt shm_size stop_grace_period tmpfs user volumes'.split(
    ' ',
  );

describe('the examples for Compose', () => {
  for (const file of ['compose.yaml', 'compose.replicas.yaml'])
    test(`${file} names only what it defines, and publishes nothing to other machines`, () => {
      const compose = readCompose(file);
      for (const [name, service] of Object.entries(compose.services)) {
        assert.deepEqual(
          Object.keys(service).filter((key) => !COMPOSE_KEYS.includes(key)),
          [],
          name,
        );
        for (const secret of service.secrets ?? []) assert.ok(compose.secrets?.[secret], `secret ${secret}`);
        for (const other of Object.keys(service.depends_on ?? {})) assert.ok(compose.services[other], other);
        for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/);
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':');
          if (source.startsWith('.')) assert.ok(existsSync(join(EXAMPLES, source)), volume);
          else assert.ok(compose.volumes !== undefined && source in compose.volumes, volume);
        }
        assert.match(service.image, /:v?\d/, 'a version, never latest');
        assert.ok(service.healthcheck !== undefined && service.mem_limit !== undefined, name);
        assertNoSecret(service);
      }
    });

  test('run the registry with the limits of the image, and a longer pause than shutdown-grace', () => {
    for (const file of ['compose.yaml', 'compose.replicas.yaml'])
      for (const service of registriesOf(file)) {
        const { maxMemoryBytes, shutdownGraceMs } = settingsOf(service.environment ?? {}, '/run/secrets/');
        const limitBytes = Number.parseInt(String(service.mem_limit), 10) * 1024 ** 2;
        assert.ok(maxMemoryBytes > 0 && maxMemoryBytes < limitBytes, 'refuses before the system kills');
        assert.ok(Number.parseInt(String(service.stop_grace_period), 10) * 1000 > shutdownGraceMs);
        assert.deepEqual([service.read_only, service.cap_drop], [true, ['ALL']]);
        const build = service.build as { context: string; dockerfile: string };
        assert.ok(existsSync(join(EXAMPLES, build.context, build.dockerfile)));
      }
  });

  test('give three replicas the same database, bucket, token and key of the log', () => {
    const replicas = registriesOf('compose.replicas.yaml');
    assert.equal(replicas.length, 3);
    for (const { environment = {}, secrets: given = [] } of replicas) {
      const { database, blobs, token, logKeyFile } = settingsOf(environment, '/run/secrets/');
      assertLogKey(logKeyFile);
      const password = readFileSync(join(secrets, 'database-password'), 'utf8');
      assert.match(password, /^[0-9a-f]{48}$/);
      assert.equal(database, `postgres://registry:${password}@postgres:5432/registry`);
      assert.ok((token ?? '').length >= 32);
      assert.match(JSON.stringify(blobs), /primes.*s3:7070/);
      for (const value of Object.values(environment)) {
        const [, file] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
        if (file !== undefined) assert.ok(given.includes(file), `${file} is mounted`);
      }
    }
  });

  test('keep the secrets in a folder that only its owner can enter, and never write them again', () => {
    assert.equal(statSync(secrets).mode & 0o777, 0o700);
    const compose = readCompose('compose.replicas.yaml');
    for (const [name, { file }] of Object.entries(compose.secrets ?? {})) {
      assert.equal(
        statSync(join(folder, file)).mode & 0o777,
        0o644,
        'containers read it with their own users',
      );
      assert.notEqual(readFileSync(join(folder, file), 'utf8'), '', name);
    }
    const [, key] = readFileSync(join(secrets, 's3-keys'), 'utf8').split('\n');
    assert.match(
      readFileSync(join(secrets, 's3-credentials'), 'utf8'),
      new RegExp(`secret_access_key = ${key}\\n`),
    );
    const before = readFileSync(join(secrets, 'database'), 'utf8');
    const { status, stderr } = spawnSync('sh', [join(folder, 'compose-secrets.sh')], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /exists/);
    assert.equal(readFileSync(join(secrets, 'database'), 'utf8'), before);
    assert.match(readFileSync(join(ROOT, '.gitignore'), 'utf8'), /^\/examples\/secrets\/$/m);
    const notSentToBuilders = readFileSync(join(EXAMPLES, 'docker/Dockerfile.dockerignore'), 'utf8');
    assert.match(notSentToBuilders, /^examples\/secrets$/m);
  });
});

function registriesOf(file: string): ComposeService[] {
  return Object.values(readCompose(file).services).filter(({ image }) => image.startsWith('prime-registry:'));
}

/** No variable that looks like a secret has a value; files with secrets are named `…_FILE`. */
function assertNoSecret({ environment = {} }: ComposeService): void {
  for (const name of Object.keys(environment))
    if (/PASSWORD|SECRET|TOKEN|CREDENTIALS|_KEY|DATABASE$/.test(name)) assert.match(name, /_FILE$/);
}

describe('the examples for Kubernetes', () => {
  const manifests = readManifests();
  const deployment = manifests.get('Deployment');
  const pod = valueAt(deployment, 'spec.template.spec');
  const [container] = valueAt(pod, 'containers') as Record<string, unknown>[];

  test('are all applied, to the same pods', () => {
    const kustomization = manifests.get('Kustomization');
    for (const file of valueAt(kustomization, 'resources') as string[])
      assert.ok(existsSync(join(EXAMPLES, 'kubernetes', file)), file);
    const kinds = ['Deployment', 'Kustomization', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    assert.deepEqual([...manifests.keys()].toSorted(), kinds);
    const labels = valueAt(deployment, 'spec.template.metadata.labels');
    assert.deepEqual(valueAt(deployment, 'spec.selector.matchLabels'), labels);
    assert.deepEqual(valueAt(manifests.get('Service'), 'spec.selector'), labels);
    assert.deepEqual(valueAt(manifests.get('PodDisruptionBudget'), 'spec.selector.matchLabels'), labels);
    assert.deepEqual(valueAt(manifests.get('NetworkPolicy'), 'spec.podSelector.matchLabels'), labels);
  });

  test('have no privileges: what the profile "restricted" of pod security asks for, and a read-only root', () => {
    assert.equal(valueAt(pod, 'securityContext.runAsNonRoot'), true);
    assert.equal(valueAt(pod, 'securityContext.seccompProfile.type'), 'RuntimeDefault');
    assert.equal(valueAt(pod, 'automountServiceAccountToken'), false);
    assert.deepEqual(valueAt(container, 'securityContext'), {
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const key of ['hostNetwork', 'hostPID', 'hostIPC']) assert.equal(valueAt(pod, key), undefined);
    const volumes = valueAt(pod, 'volumes') as Record<string, unknown>[];
    assert.deepEqual(
      volumes.flatMap((volume) => Object.keys(volume)).filter((key) => key === 'hostPath'),
      [],
    );
    assert.equal(
      valueAt(
        volumes.find(({ name }) => name === 'secrets'),
        'secret.defaultMode',
      ),
      0o440,
    );
  });

  test('probe what the registry answers, and wait longer than shutdown-grace', () => {
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => {
      const { path, port } = valueAt(container, `${probe}.httpGet`) as { path: string; port: string };
      assert.equal(port, 'http');
      return path;
    });
    assert.deepEqual(paths, ['/-/health/live', '/-/health/live', '/-/health/ready']);
    const pause = valueAt(container, 'lifecycle.preStop.sleep.seconds') as number;
    const { shutdownGraceMs } = loadSettings({ flags: {}, environment: {} });
    const given = valueAt(pod, 'terminationGracePeriodSeconds') as number;
    assert.ok(given * 1000 > shutdownGraceMs + pause * 1000);
  });

  test('have settings that exist, and every secret that they name', () => {
    const listed = valueAt(container, 'env') as { name: string; value: string }[];
    const environment = Object.fromEntries(listed.map(({ name, value }) => [name, value]));
    const all = { ...readVariables('kubernetes/settings.env'), ...environment };
    const mounted = '/run/secrets/prime-registry/';
    const { database, maxMemoryBytes, token, logKeyFile } = settingsOf(all, mounted);
    assertLogKey(logKeyFile);
    assert.match(database, /^postgres:/);
    assert.notEqual(token, undefined);
    const limit = valueAt(container, 'resources.limits.memory');
    assert.ok(limit === '1Gi' && maxMemoryBytes > 0 && maxMemoryBytes < 1024 ** 3);
    const page = readFileSync(join(ROOT, 'docs/operations/containers.md'), 'utf8');
    for (const { value } of listed) {
      const key = value.replace(mounted, '');
      assert.ok(page.includes(`--from-file=${key}=examples/secrets/${key}`), key);
    }
    const mounts = valueAt(container, 'volumeMounts') as { mountPath: string }[];
    assert.deepEqual(
      mounts.map(({ mountPath }) => `${mountPath}/`),
      ['/data/', mounted],
    );
  });
});
