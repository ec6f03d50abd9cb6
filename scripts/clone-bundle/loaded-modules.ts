// The modules of a clone that processes load.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Appends the URL of each module that a process or a thread loads to the file LOADED. */
const LIST_MODULES = `
  import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });`;

/** Notes what processes load that have its variables. */
export class LoadedModules {
  /** Of the environment of a process. */
  readonly variables: Readonly<Record<string, string>>;
  readonly #clone: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'prime-registry-loaded-'));
  readonly #file = join(this.#folder, 'urls');

  constructor(clone: string) {
    this.#clone = pathToFileURL(clone).href;
    writeFileSync(this.#file, '');
    this.variables = {
      LOADED: this.#file,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LIST_MODULES)}`,
    };
  }

  /** Reads the URLs of the files of the clone, and removes the notes. */
  take(): string[] {
    const urls = readFileSync(this.#file, 'utf8').split('\n');
    rmSync(this.#folder, { recursive: true });
    return urls.filter((url) => url.startsWith(this.#clone));
  }
}
