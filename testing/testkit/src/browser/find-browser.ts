// Finds the browser for the tests of pages: the one in CHROMIUM_PATH, or the one of a development dependency,
// which is unpacked once.
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

/** A browser that can be started. */
export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const ARCHIVES = ['al2023.tar', 'fonts.tar', 'swiftshader.tar'];

/** Finds a browser. @throws Error that says how to get one */
export async function findBrowser(): Promise<BrowserProgram> {
  const { CHROMIUM_PATH } = process.env;
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  if (CHROMIUM_PATH !== undefined) return { executablePath: CHROMIUM_PATH, env };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const folder = await unpackBrowser();
    if (folder !== undefined)
      return { executablePath: join(folder, 'chromium'), env: forFolder(env, folder) };
  }
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath !== undefined) return { executablePath, env };
  throw new Error('there is no Chromium: install one and set CHROMIUM_PATH to its program');
}

/** Adds the libraries and fonts next to the program where the system has none. */
function forFolder(env: Record<string, string>, folder: string): Record<string, string> {
  const own = existsSync('/usr/share/fonts') ? env : { ...env, FONTCONFIG_PATH: folder };
  if (spawnSync(join(folder, 'chromium'), ['--version'], { env: own }).status === 0) return own;
  const paths = [join(folder, 'lib'), own.LD_LIBRARY_PATH].filter((path) => path !== undefined);
  return { ...own, LD_LIBRARY_PATH: paths.join(':') };
}

/** Unpacks the browser once. @returns its folder, undefined if the dependency is not installed */
async function unpackBrowser(): Promise<string | undefined> {
  const root = findPackage();
  if (root === undefined) return undefined;
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = fileURLToPath(
    new URL(`../../../../node_modules/.cache/chromium-${version}`, import.meta.url),
  );
  if (existsSync(folder)) return folder;
  // Unpack next to it, then rename: another process may do the same.
  const aside = `${folder}.${process.pid}`;
  await mkdir(aside, { recursive: true });
  for (const name of ['chromium', ...ARCHIVES]) {
    const packed = createReadStream(join(root, 'bin', `${name}.br`));
    await pipeline(packed, createBrotliDecompress(), createWriteStream(join(aside, name)));
  }
  for (const name of ARCHIVES) {
    const { status, stderr } = spawnSync('tar', ['xf', name], { cwd: aside });
    if (status !== 0) throw new Error(`${name} of the browser cannot be unpacked: ${stderr}`);
    await rm(join(aside, name));
  }
  await writeFile(
    join(aside, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fc-cache</cachedir></fontconfig>`,
  );
  await chmod(join(aside, 'chromium'), 0o755);
  await rename(aside, folder).catch(() => rm(aside, { recursive: true, force: true }));
  return folder;
}

function findPackage(): string | undefined {
  try {
    return join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '..', '..');
  } catch {
    return undefined;
  }
}
