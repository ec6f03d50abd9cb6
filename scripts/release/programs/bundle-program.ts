// Bundles a command for a single executable: files that its Node.js loads out of the executable, on demand.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../build/bundle-application.ts';
import { ROOT } from '../build/published-packages.ts';
import { listReplacedModules, readReleaseVersion } from '../build/replaced-modules.ts';
import { scriptsPlugin } from '../build/scripts-plugin.ts';

/** The bundle of a program. */
export interface ProgramBundle {
  /** Names of its files, sorted. The program starts with `main.js`. */
  readonly files: readonly string[];
  /** Absolute paths of the modules inside. */
  readonly modules: readonly string[];
}

/**
 * Bundles an application of the workspace.
 * @param application - its folder in `packages`
 * @param commit - for `--version`
 * @param outFolder - emptied first
 */
export async function bundleProgram(
  application: string,
  commit: string | undefined,
  outFolder: string,
): Promise<ProgramBundle> {
  const replaced = listReplacedModules({ version: readReleaseVersion(), commit });
  const scripts = new Map<string, string>();
  const plugin = () =>
    scriptsPlugin({
      replaced,
      emitsScripts: false,
      scriptUrl: (name, path) => {
        if (name !== 'main') scripts.set(name, path);
        return name === 'main' ? OWN_URL : threadUrl(name);
      },
    });
  const texts = new Map<string, string>();
  const modules = new Set<string>();
  const add = async (name: string, path: string, codeSplitting: boolean): Promise<void> => {
    const parts = join(outFolder, 'parts');
    const built = await bundle({
      outFolder: parts,
      input: { [name]: path },
      codeSplitting,
      plugins: [plugin()],
    });
    for (const module of built.modules) modules.add(module);
    for (const file of built.files.filter((each) => each.endsWith('.js'))) {
      const text = readFileSync(join(parts, file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
      texts.set(file, codeSplitting ? text : asThread(text, file));
    }
    rmSync(parts, { recursive: true });
  };
  rmSync(outFolder, { recursive: true, force: true });
  await add('main', join(ROOT, 'packages', application, 'src/main.ts'), true);
  // A thread cannot load files out of the executable: its script is one file.
  for (const [name, path] of scripts) await add(name, path, false);
  mkdirSync(outFolder, { recursive: true });
  for (const [file, text] of texts) writeFileSync(join(outFolder, file), text);
  return { files: [...texts.keys()].sort(), modules: [...modules].sort() };
}

/** The executable itself: worker processes start it again. */
const OWN_URL = `process.getBuiltinModule('node:url').pathToFileURL(process.execPath)`;

/** A thread starts from a URL with its whole script, because it has no other way into the executable. */
function threadUrl(name: string): string {
  const script = `process.getBuiltinModule('node:sea').getRawAsset('${name}.js')`;
  return `new URL('data:text/javascript;base64,' + Buffer.from(${script}).toString('base64'))`;
}

/** Without a name, each line of a stack trace would be the whole URL; and a data: URL is no base of `require`. */
function asThread(text: string, file: string): string {
  return `${text.replaceAll('createRequire(import.meta.url)', 'createRequire(process.execPath)')}//# sourceURL=${file}\n`;
}
