// The Primes that are published: of many sizes, with versions that collide, and the form of the publish.
import { createHash } from 'node:crypto';
import { buildTarball, encodeForm, type SeededRandom, type WireForm } from '@prime-registry/testkit';
import { identityOf } from './precedence.ts';

/** A valid publish, and what must be read after a 201. */
export interface Draft {
  readonly name: string;
  readonly version: string;
  readonly identity: string;
  readonly tarball: Buffer;
  readonly sha256: string;
  readonly manifestText: string;
  /** The fields of the manifest, as they must be served. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The registry's limit of tarballs, in bytes: small, so that exceeding it is cheap. */
export const MAX_TARBALL_BYTES = 1024 * 1024;

const PRERELEASES = ['-rc.1', '-rc.2', '-rc.10', '-alpha', '-alpha.1', '-alpha.beta', '-0.3.7', '-x-y-z.4'];

/** One of few versions, so that publishers collide. */
export function drawVersion(random: SeededRandom): string {
  const core = [random.integer(0, 3), random.integer(0, 11), random.integer(0, 3)].join('.');
  const prerelease = random.chance(0.5) ? random.pick(PRERELEASES) : '';
  const build = random.chance(0.15) ? random.pick(['+b1', '+b.2']) : '';
  return `${core}${prerelease}${build}`;
}

/** A Prime of this name and version. */
export function drawDraft(random: SeededRandom, name: string, version: string): Draft {
  const description = `Chaos ${random.integer(0, 2 ** 31)} of ${random.pick(['kittens', 'Zürich', '日本', 'a "quote"'])}`;
  const license = random.pick(['MIT', 'Apache-2.0', 'CC0-1.0']);
  const isCounted = random.chance(0.5);
  const atoms = isCounted ? random.integer(0, 3) : random.integer(0, 1000);
  const namespaces = isCounted && atoms === 0 ? [] : ['@chaos'];
  const files: Record<string, string | Buffer> = { 'data.bin': random.bytes(drawSize(random)) };
  for (let atom = 0; isCounted && atom < atoms; atom += 1)
    files[`primes/@chaos/${atom}.prime`] = `atom ${atom}`;
  const tarball = buildTarball(files);
  const sha256 = createHash('sha256').update(tarball).digest('hex');
  const lines = [
    `name: "${name}"`,
    `version: ${version}`,
    `description: ${JSON.stringify(description)}`,
    `license: ${license}`,
    'prime-version: "1.0"',
    ...(isCounted ? [] : [`atoms: ${atoms}`, 'namespaces: ["@chaos"]']),
  ];
  return {
    name,
    version,
    identity: identityOf(version),
    tarball,
    sha256,
    manifestText: `${lines.join('\n')}\n`,
    fields: {
      name,
      version,
      description,
      license,
      atoms,
      namespaces,
      'prime-version': '1.0',
      sha256,
      tarball_url: `/pack/${name}/${version}/tarball`,
      size_bytes: tarball.length,
    },
  };
}

/** The same tarball under another name. */
export function renameDraft(draft: Draft, name: string): Draft {
  return {
    ...draft,
    name,
    manifestText: draft.manifestText.replace(draft.name, name),
    fields: { ...draft.fields, name, tarball_url: `/pack/${name}/${draft.version}/tarball` },
  };
}

/** The form of its publish, parts in either order. */
export function formOf({ manifestText, tarball }: Draft, random: SeededRandom): WireForm {
  const manifest = { name: 'manifest', body: manifestText };
  const file = { name: 'tarball', fileName: 'prime.tar.gz', body: tarball };
  return encodeForm(random.chance(0.5) ? [manifest, file] : [file, manifest], 'chaos-boundary');
}

/** Mostly small, as Primes are. Some have several chunks, few have many. */
function drawSize(random: SeededRandom): number {
  if (random.chance(0.06)) return random.integer(200_000, 700_000);
  return random.chance(0.3) ? random.integer(20_000, 80_000) : random.integer(0, 8000);
}
