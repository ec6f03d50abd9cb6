// Bundles a command with everything it needs into one folder of JavaScript files.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { type OutputChunk, type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { getBuiltinsWithoutImport } from './builtin-modules.ts';
import { groupChunks } from './chunk-groups.ts';
import { ROOT, readManifest } from './published-packages.ts';
import { scriptsPlugin } from './scripts-plugin.ts';
import { toAscii } from './to-ascii.ts';

/** The oldest Node.js that runs the output. */
export const TARGET = 'node24';

/** How an application is bundled. */
export interface ApplicationBundle {
  /** Its folder in `packages`. */
  readonly folder: string;
  /** New texts of modules, by absolute path. */
  readonly replaced: ReadonlyMap<string, string>;
  /** Absolute paths of further modules to start with, by name. There are none by default. */
  readonly furtherInput?: Readonly<Record<string, string>>;
  /** Where the files go. The folder is emptied first. */
  readonly outFolder: string;
  /** Whether source maps lead from there to the sources. By default, they are the same wherever the files go. */
  readonly mapsToSources?: boolean;
}

/** What was written. */
export interface Bundled {
  /** Names of the files, sorted. */
  readonly files: readonly string[];
  /** Absolute paths of the modules inside, sorted. */
  readonly modules: readonly string[];
  /** Absolute paths of all modules that the bundler has read, sorted: also those of which nothing is left. */
  readonly read: readonly string[];
}

/**
 * By application, the modules by which a build groups code: what every command needs, a command that reads what is installed, one
 * that asks a registry, and the one that people wait for most often. Code that explains a damaged installation is in no group.
 */
export const LOADED_TOGETHER: Readonly<Record<string, readonly string[]>> = {
  cli: [
    'run-prime.ts',
    'commands/install/ls.ts',
    'commands/set-up/logout.ts',
    'commands/install/install.ts',
    'install/install-requested.ts',
  ],
};

/**
 * Bundles an application for Node.js: `main.js` is the command, each script of a worker thread is `<script>.js`, and
 * what a command loads on demand is in files of its own.
 */
export async function bundleApplication(options: ApplicationBundle): Promise<Bundled> {
  const { folder, replaced, furtherInput = {}, outFolder, mapsToSources } = options;
  const doors = Object.values(readManifest(folder).bin ?? {});
  return bundle({
    outFolder,
    ...(mapsToSources !== undefined && { mapsToSources }),
    isAscii: true,
    loadsBuiltinsLate: true,
    loadedTogether: (LOADED_TOGETHER[folder] ?? []).map((path) =>
      join(ROOT, 'packages', folder, 'src', path),
    ),
    input: {
      ...Object.fromEntries(
        doors.map((path) => [basename(path, '.mjs'), join(ROOT, 'packages', folder, path)]),
      ),
      ...furtherInput,
    },
    plugins: [
      scriptsPlugin({
        replaced,
        scriptUrl: (name) => `new URL('./${name}.js', import.meta.url)`,
        emitsScripts: true,
      }),
    ],
  });
}

/** Options of {@link bundle}. */
export interface BundleOptions extends Pick<RolldownOptions, 'external'> {
  readonly plugins?: readonly Plugin[];
  readonly input: Readonly<Record<string, string>>;
  readonly outFolder: string;
  /** Whether source maps lead from there to the sources. They do not by default. */
  readonly mapsToSources?: boolean;
  /** Whether what is loaded on demand has files of its own. It has by default. */
  readonly codeSplitting?: boolean;
  /** Whether other characters are escaped, which halves the memory that the program takes. They are not by default. */
  readonly isAscii?: boolean;
  /** Whether modules of Node.js are loaded when they are first used. They are imported by default. */
  readonly loadsBuiltinsLate?: boolean;
  /** Absolute paths of modules that load few files. */
  readonly loadedTogether?: readonly string[];
}

/** Bundles entry points into a folder. Fails on everything that the bundler warns of. */
export async function bundle(options: BundleOptions): Promise<Bundled> {
  const {
    outFolder,
    input,
    mapsToSources = false,
    codeSplitting = true,
    isAscii = false,
    loadsBuiltinsLate = false,
    loadedTogether = [],
    plugins = [],
    ...rest
  } = options;
  const finish = (code: string): string => {
    const late = loadsBuiltinsLate ? getBuiltinsWithoutImport(code) : code;
    return isAscii ? toAscii(late) : late;
  };
  const warnings: string[] = [];
  const read = new Set<string>();
  const build = await rolldown({
    ...rest,
    plugins: [...plugins, noteModules(read)],
    input: { ...input },
    cwd: ROOT,
    platform: 'node',
    tsconfig: false,
    transform: { target: TARGET },
    onLog: (_level, { message }) => void warnings.push(message),
  });
  try {
    const groups =
      loadedTogether.length === 0
        ? []
        : groupChunks((await build.generate({ format: 'esm' })).output, loadedTogether);
    const { output } = await build.generate({
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      hashCharacters: 'hex',
      codeSplitting: groups.length === 0 ? codeSplitting : { groups },
      sourcemap: true,
      ...(mapsToSources && { dir: outFolder }),
      // The clone has them, and stack traces need only names and lines.
      sourcemapExcludeSources: true,
    });
    if (warnings.length > 0) throw new Error(`the bundler warns: ${warnings.join('\n')}`);
    rmSync(outFolder, { recursive: true, force: true });
    mkdirSync(outFolder, { recursive: true });
    for (const file of output) {
      writeFileSync(join(outFolder, file.fileName), file.type === 'asset' ? file.source : finish(file.code));
    }
    const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
    return {
      files: output.map(({ fileName }) => fileName).sort(),
      modules: [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))].sort(),
      read: [...read].filter(isAbsolute).sort(),
    };
  } finally {
    await build.close();
  }
}

function noteModules(read: Set<string>): Plugin {
  return {
    name: 'read-modules',
    generateBundle() {
      for (const id of this.getModuleIds()) read.add(id);
    },
  };
}
