// `npm run pack:image`: writes the image of the registry as an OCI archive for each processor, without an engine.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../build/published-packages.ts';
import { readSourceState } from '../build/source-state.ts';
import { failInASentence } from '../fail-in-a-sentence.ts';
import { ARCHITECTURES, type Architecture } from './base/base-lock.ts';
import { findMirror } from './base/debian-mirror.ts';
import { pinBase } from './base/pin-base.ts';
import { readImage } from './build-image.ts';
import { type PackedServer, packImage, withPackedServer } from './pack-image.ts';
import { writeRootFolder } from './write-root-folder.ts';

const USAGE = `npm run pack:image -- [options]

Writes release/image/prime-registry-<version>-linux-<architecture>.oci.tar, and its bill of materials in release/sbom/image.

  --arch <name>             ${ARCHITECTURES.join(' or ')}; default: both
  --mirror <address>        mirror of Debian, by the address above its folders debian and debian-security; http, https or
                            file; default: the one that this machine installs from
  --layer-folders <folder>  writes the files of the layers into its folders base, data, runtime and program instead; needs --arch
  --pin-base                pins the newest packages of Debian instead, in base-lock.json; on a Debian machine
  --help
`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string' },
      mirror: { type: 'string' },
      'layer-folders': { type: 'string' },
      'pin-base': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const { arch, mirror, 'layer-folders': layerFolders } = values;
  if (values['pin-base']) return pin(mirror);
  const architectures = ARCHITECTURES.filter((name) => arch === undefined || arch === name);
  const [architecture] = architectures;
  if (architecture === undefined) throw new Error(`--arch must be ${ARCHITECTURES.join(' or ')}`);
  if (layerFolders !== undefined && arch === undefined) throw new Error('--layer-folders needs --arch');
  await withPackedServer(readSourceState(), async (server) => {
    if (layerFolders !== undefined) return writeLayers(architecture, server, mirror, layerFolders);
    const log = (line: string) => console.log(line.replace(/^image/, 'release/image'));
    await packImage({ folder: join(ROOT, 'release'), server, architectures, mirror, log });
  });
}

async function pin(mirror: string | undefined): Promise<void> {
  const { packages } = await pinBase(findMirror(mirror));
  for (const { name, version } of packages.amd64) console.log(`${name} ${version}`);
}

async function writeLayers(
  architecture: Architecture,
  { tarball }: PackedServer,
  mirror: string | undefined,
  folder: string,
): Promise<void> {
  const { layers } = await readImage({ architecture, tarball, mirror });
  for (const { name, entries } of layers) writeRootFolder([entries], join(folder, name));
}

await failInASentence(run, 'pack:image: ');
