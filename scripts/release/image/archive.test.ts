// Engines and registries read the archive: every digest is right, and the same files give the same bytes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type BuiltImage, type ImageContent, writeImage } from './build-image.ts';
import { makeContainerConfig } from './image-config.ts';
import { fileEntry, folderEntry, type ImageEntry, linkEntry } from './oci/image-entry.ts';
import { readTar } from './oci/read-tar.ts';

const LONG = `usr/share/${'long-folder/'.repeat(12)}file`;
const BASE = [
  fileEntry('etc/passwd', 'root:x:0:0::/:\n'),
  linkEntry('lib', 'usr/lib'),
  fileEntry(LONG, 'Grüße\n'),
  linkEntry('usr/lib/long', LONG),
  { ...folderEntry('data', 0o750), owner: 65_532 },
];
const PROGRAM = [fileEntry('usr/local/bin/prime-registry', '#!/usr/local/bin/node\n', 0o755)];
const IDENTITY = {
  architecture: 'amd64',
  version: '1.2.3',
  commit: 'c0ffee',
  createdSeconds: 1_700_000_000,
} as const;

async function build(t: TestContext, base: readonly ImageEntry[] = BASE): Promise<BuiltImage> {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const content: ImageContent = {
    version: '1.2.3',
    layers: [
      { name: 'base', comment: 'base', entries: base },
      { name: 'program', comment: 'program', entries: PROGRAM },
    ],
  };
  const image = await writeImage(content, IDENTITY, folder);
  assert.deepEqual(
    readdirSync(folder),
    ['prime-registry-1.2.3-linux-amd64.oci.tar'],
    'and nothing else is left',
  );
  return image;
}

/** What the specifications of OCI say about descriptors. */
interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>>;
}

class Archive {
  readonly #files: ReadonlyMap<string, Uint8Array>;

  constructor(file: string) {
    const entries = readTar(readFileSync(file)).filter(({ kind }) => kind === 'file');
    this.#files = new Map(entries.map(({ path, content }) => [path, content ?? Buffer.alloc(0)]));
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  read(path: string): Buffer {
    const content = this.#files.get(path);
    assert.ok(content !== undefined, `${path} is in the archive`);
    return Buffer.from(content);
  }

  json<T>(path: string): T {
    return JSON.parse(this.read(path).toString()) as T;
  }

  /** The blob of a descriptor, whose size and digest are compared. */
  blob({ digest, size }: Descriptor): Buffer {
    const bytes = this.read(pathOf(digest));
    assert.equal(bytes.length, size);
    assert.equal(digest, sha256(bytes));
    return bytes;
  }
}

interface Manifest {
  readonly schemaVersion: number;
  readonly mediaType: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

interface Config {
  readonly architecture: string;
  readonly os: string;
  readonly created: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly rootfs: { readonly type: string; readonly diff_ids: readonly string[] };
  readonly history: readonly unknown[];
}

describe('the archive of an image', () => {
  test('is an OCI layout: from the index to every layer, all digests and sizes are right', async (t) => {
    const image = await build(t);
    const archive = new Archive(image.file);
    assert.deepEqual(archive.json('oci-layout'), { imageLayoutVersion: '1.0.0' });
    const index = archive.json<{ schemaVersion: number; manifests: readonly Descriptor[] }>('index.json');
    const [first, ...others] = index.manifests;
    assert.ok(index.schemaVersion === 2 && first !== undefined && others.length === 0);
    assert.equal(first.digest, image.digest);
    assert.deepEqual(first.annotations, {
      'org.opencontainers.image.ref.name': 'prime-registry:1.2.3',
      'io.containerd.image.name': 'docker.io/library/prime-registry:1.2.3',
    });
    const manifest = JSON.parse(archive.blob(first).toString()) as Manifest;
    assert.equal(manifest.mediaType, first.mediaType);
    const config = JSON.parse(archive.blob(manifest.config).toString()) as Config;
    assert.deepEqual([config.os, config.architecture, config.rootfs.type], ['linux', 'amd64', 'layers']);
    const diffIds = manifest.layers.map((layer) => sha256(gunzipSync(archive.blob(layer))));
    assert.deepEqual(diffIds, config.rootfs.diff_ids);
    assert.equal(config.history.length, diffIds.length);
    const used = [first, manifest.config, ...manifest.layers].map(({ digest }) => pathOf(digest));
    const blobs = archive.paths.filter((path) => path.startsWith('blobs/'));
    assert.deepEqual(blobs.toSorted(), used.toSorted(), 'no blob is superfluous');
  });

  test('has the index of older versions of Docker, which leads to the same layers', async (t) => {
    const archive = new Archive((await build(t)).file);
    type DockerIndex = readonly { Config: string; RepoTags: readonly string[]; Layers: readonly string[] }[];
    const [docker] = archive.json<DockerIndex>('manifest.json');
    assert.deepEqual(docker?.RepoTags, ['prime-registry:1.2.3']);
    const config = archive.json<Config>(docker?.Config ?? '');
    const diffIds = docker?.Layers.map((path) => sha256(gunzipSync(archive.read(path))));
    assert.deepEqual(diffIds, config.rootfs.diff_ids);
  });

  test('keeps modes, owners, links and long paths', async (t) => {
    const { layers } = await build(t);
    const archive = new Archive((await build(t)).file);
    const [base, program] = layers.map(({ digest }) => gunzipSync(archive.read(pathOf(digest))));
    assert.ok(base !== undefined && program !== undefined);
    const entries = new Map(readTar(base).map((entry) => [entry.path, entry]));
    assert.equal(entries.get('lib')?.target, 'usr/lib');
    assert.equal(entries.get('usr/lib/long')?.target, LONG);
    assert.equal(String(entries.get(LONG)?.content), 'Grüße\n');
    assert.equal(entries.get('data')?.mode, 0o750);
    assert.equal(entries.get('usr/share')?.kind, 'folder', 'folders above are there');
    const data = base.indexOf('data/\0');
    assert.equal(base.toString('latin1', data + 108, data + 115), (65_532).toString(8).padStart(7, '0'));
    const command = readTar(program).find(({ path }) => path === 'usr/local/bin/prime-registry');
    assert.equal(command?.mode, 0o755);
  });

  test('runs as a user who is not root, with volume, probe and signal', async (t) => {
    const image = await build(t);
    const archive = new Archive(image.file);
    const [docker] = archive.json<readonly { Config: string }[]>('manifest.json');
    const { config, created } = archive.json<Config>(docker?.Config ?? '');
    assert.equal(created, '2023-11-14T22:13:20Z');
    assert.match(String(config.User), /^[1-9]\d+:[1-9]\d+$/, 'by number, for runAsNonRoot of Kubernetes');
    assert.deepEqual(config.Volumes, { '/data': {} });
    assert.equal(config.StopSignal, 'SIGTERM');
    assert.deepEqual([config.Entrypoint, config.Cmd], [['/usr/local/bin/prime-registry'], ['serve']]);
    const labels = config.Labels as Record<string, string>;
    assert.equal(labels['org.opencontainers.image.revision'], 'c0ffee');
    assert.equal(labels['org.opencontainers.image.version'], '1.2.3');
    const { Test } = config.Healthcheck as { Test: readonly string[] };
    assert.equal(Test[0], 'CMD', 'there is no shell for CMD-SHELL');
  });

  test('has the same bytes again, in whatever order the files are found', async (t) => {
    const first = await build(t);
    const second = await build(t, BASE.toReversed());
    assert.equal(second.digest, first.digest);
    assert.ok(readFileSync(first.file).equals(readFileSync(second.file)));
  });

  test('refuses files outside of the root, and two at one place', async (t) => {
    await assert.rejects(build(t, [fileEntry('../etc/passwd', '')]), /not a path below the root/);
    await assert.rejects(build(t, [fileEntry('/etc/passwd', '')]), /not a path below the root/);
    await assert.rejects(build(t, [fileEntry('a', ''), folderEntry('a')]), /would be twice/);
  });
});

function pathOf(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}

function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

test('the Dockerfile makes containers with the same settings', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../examples/docker/Dockerfile'), 'utf8');
  const [, last = ''] = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('FROM scratch\n');
  const read = (name: string): string => new RegExp(`^${name} (.*)$`, 'm').exec(last)?.[1] ?? '';
  const config = makeContainerConfig(IDENTITY);
  assert.equal(read('USER'), config.User);
  assert.deepEqual(read('ENV').split(/\s+/), config.Env);
  assert.equal(read('WORKDIR'), config.WorkingDir);
  assert.deepEqual({ [read('VOLUME')]: {} }, config.Volumes);
  assert.deepEqual({ [`${read('EXPOSE')}/tcp`]: {} }, config.ExposedPorts);
  assert.equal(read('STOPSIGNAL'), config.StopSignal);
  assert.deepEqual(JSON.parse(read('ENTRYPOINT')), config.Entrypoint);
  assert.deepEqual(JSON.parse(read('CMD')), config.Cmd);
  const [, interval, timeout, startPeriod, retries, probe = ''] =
    /^--interval=(\d+)s --timeout=(\d+)s --start-period=(\d+)s --retries=(\d) CMD (.*)$/.exec(
      read('HEALTHCHECK'),
    ) ?? [];
  const seconds = (text: string | undefined): number => Number(text) * 1_000_000_000;
  assert.deepEqual(config.Healthcheck, {
    Test: ['CMD', ...(JSON.parse(probe) as string[])],
    Interval: seconds(interval),
    Timeout: seconds(timeout),
    StartPeriod: seconds(startPeriod),
    Retries: Number(retries),
  });
  const layers = [...last.matchAll(/^COPY --from=build (?:--chown=65532:65532 )?\/image\/(\w+) \/$/gm)];
  assert.deepEqual(
    layers.map(([, name]) => name),
    ['base', 'data', 'runtime', 'program'],
  );
});
