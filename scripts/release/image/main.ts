// `npm run pack:image`: writes the image of the registry as an OCI archive for each processor, without an engine.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, readManifest } from '../build/published-packages.ts';
import { readSourceState } from '../build/source-state.ts';
import { ARCHITECTURES } from './base/base-lock.ts';
import { findMirror } from './base/debian-mirror.ts';
import { pinBase } from './base/pin-base.ts';
import { readImage, writeImage } from './build-image.ts';
import { writeRootFolder } from './write-root-folder.ts';

const USAGE = `npm run pack:image -- [options]

Writes release/image/prime-registry-<version>-linux-<architecture>.oci.tar from release/packages/prime-registry-<version>.tgz.

  --arch <name>             ${ARCHITECTURES.join(' or ')}; default: both
  --mirror <address>        mirror of Debian, by the address above its folders debian and debian-security; http, https or
                            file; default: the one that this machine installs from
  --out <folder>            default: release/image
  --layer-folders <folder>  writes the files of the layers into its folders base, data, runtime and program instead; needs --arch
  --pin-base                pins the newest packages of Debian instead, in base-lock.json; on a Debian machine
  --help
`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string' },
      mirror: { type: 'string' },
      out: { type: 'string', default: join(ROOT, 'release/image') },
      'layer-folders': { type: 'string' },
      'pin-base': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  if (values['pin-base']) {
    const { packages } = await pinBase(findMirror(values.mirror));
    for (const { name, version } of packages.amd64) console.log(`${name} ${version}`);
    return;
  }
  const architectures = ARCHITECTURES.filter((name) => values.arch === undefined || values.arch === name);
  if (architectures.length === 0) throw new Error(`--arch must be ${ARCHITECTURES.join(' or ')}`);
  const mirror = values.mirror === undefined ? {} : { mirror: values.mirror };
  for (const architecture of architectures) {
    const content = await readImage({ architecture, tarball: findTarball(), ...mirror });
    const folder = values['layer-folders'];
    if (folder !== undefined) {
      if (values.arch === undefined) throw new Error('--layer-folders needs --arch');
      for (const { name, entries } of content.layers) writeRootFolder([entries], join(folder, name));
      return;
    }
    const { commit, epochSeconds } = readSourceState();
    const identity = { architecture, version: content.version, commit, createdSeconds: epochSeconds };
    const image = await writeImage(content, identity, values.out);
    console.log(`${relative(process.cwd(), image.file)}\n  ${image.digest}`);
    for (const { comment, sizeBytes, unpackedBytes } of image.layers)
      console.log(`  ${asMib(sizeBytes)} (${asMib(unpackedBytes)} unpacked)  ${comment}`);
  }
}

/** Of the version of the workspace: another one next to it is not taken. */
function findTarball(): string {
  const { version } = readManifest('server');
  const tarball = join(ROOT, `release/packages/prime-registry-${version}.tgz`);
  if (existsSync(tarball)) return tarball;
  throw new Error(`${relative(process.cwd(), tarball)} is missing: run npm run pack:release first`);
}

function asMib(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`.padStart(9);
}

try {
  await run();
} catch (error) {
  console.error(`pack:image: ${(error as Error).message}`);
  process.exitCode = 1;
}
