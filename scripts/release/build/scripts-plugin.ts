// What the bundler does not know about this code: modules that a build replaces, and scripts that are started by URL.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'rolldown';

/** Options of the plugin. */
export interface ScriptsPluginOptions {
  /** New texts of modules, by absolute path. */
  readonly replaced: ReadonlyMap<string, string>;
  /**
   * The expression for the URL of a script that is started by itself, such as a worker thread.
   * @param name - the name of its file, without extension; `main` is the application
   * @param path - the absolute path of its source
   */
  scriptUrl(name: string, path: string): string;
  /** Whether each script but `main` becomes a file of this build. */
  readonly emitsScripts: boolean;
}

const SOURCE = /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.(?:ts|mjs)$/;
const SCRIPT_URL = /new URL\(\s*'(\.[^']*)\.ts',\s*import\.meta\.url,?\s*\)/g;
const LAZY_REQUIRE = /createRequire\(import\.meta\.url\)\('([^']+)'\)/g;

/** The plugin. It finds scripts as `new URL('./x.ts', import.meta.url)` in the sources. */
export function scriptsPlugin({ replaced, scriptUrl, emitsScripts }: ScriptsPluginOptions): Plugin {
  const started = new Set<string>();
  return {
    name: 'scripts',
    load: {
      filter: { id: SOURCE },
      handler(id) {
        const text = replaced.get(id) ?? readFileSync(id, 'utf8');
        const scripts: string[] = [];
        const stripped = text
          .replaceAll(SCRIPT_URL, (_, path: string) => `SCRIPT_${scripts.push(path) - 1}_URL`)
          // The bundler includes what a plain `require` names, and still runs it only when it is called.
          .replaceAll(LAZY_REQUIRE, "require('$1')");
        if (stripped.includes('import.meta') && !replaced.has(id)) {
          throw new Error(`${id} reads a file next to it, which no build contains`);
        }
        const code = stripped.replaceAll(/SCRIPT_(\d+)_URL/g, (_, index: string) => {
          const path = `${join(dirname(id), scripts[Number(index)] ?? '')}.ts`;
          const name = basename(path, '.ts');
          if (emitsScripts && name !== 'main') {
            this.emitFile({ type: 'chunk', id: path, fileName: `${name}.js` });
          }
          started.add(name);
          return scriptUrl(name, path);
        });
        return { code, moduleType: id.endsWith('.ts') ? 'ts' : 'js' };
      },
    },
    generateBundle(_options, files) {
      if (!emitsScripts) return;
      for (const name of started) {
        if (files[`${name}.js`] === undefined) throw new Error(`the build has no ${name}.js to start`);
      }
    },
  };
}
