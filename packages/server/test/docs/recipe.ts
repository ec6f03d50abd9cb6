// Carries out the commands of a recipe in the documentation, word by word: in a shell, in their order. Folders of the
// system are below a temporary one, and programs that need root, a network or a daemon have stand-ins.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { atEnd, makeFolder } from '../process/temporary-registry.ts';

/** The source folder. */
export const ROOT = join(import.meta.dirname, '../../../..');

/** Folders of the system that recipes write to. */
const SYSTEM_FOLDERS =
  /(?<![\w.-])\/(?=(?:opt|var\/lib|var\/cache|etc|usr\/local\/bin|build|data|image|manifests|src)(?:[\s/:"'&]|$))/g;

/** Links the sources, and the packages that the real `npm ci` has installed, into a folder. */
const COPY_SOURCES = `
  mkdir -p "$1"
  for each in ${ROOT}/* ${ROOT}/.npmrc; do rm -rf "$1/\${each##*/}"; ln -s "$each" "$1/"; done`;

/** What stands in for programs. All of them note how they were called. */
const STAND_INS: Readonly<Record<string, string>> = {
  sudo: 'if [ "$1" = -u ]; then shift 2; fi; exec "$@"',
  useradd: '',
  chown: '',
  // Only the owner is left out.
  install: 'set -- $(echo "$@" | sed "s/-[og] [a-z-]* //g"); exec /usr/bin/install "$@"',
  git: `[ "$1" = clone ] && set -- "$3" && ${COPY_SOURCES.trim()}`,
  // What is in the real image has a test of its own: scripts/release/image/root-folder.test.ts.
  npm: `case "$1 $2" in 'ci '*) ;; 'run pack:image')
    mkdir -p "$7/base" "$7/data/data" "$7/runtime" "$7/program/usr/local/bin"
    ln -s ${ROOT}/scripts/prime-registry "$7/program/usr/local/bin/" ;; *) exit 1; esac`,
  'apt-get': '',
  dpkg: 'echo amd64',
  systemctl: '',
  docker: '',
};

/** The shell blocks below a heading, as commands: one a line. */
export function readRecipe(page: string, heading: string): string[] {
  const [, section = ''] = readFileSync(join(ROOT, page), 'utf8').split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const blocks = [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.replaceAll('\\\n', ' ').trimEnd().split('\n'));
}

/** A process that a stand-in has started, with everything that a log would have of it. */
export interface Service {
  readonly log: () => string;
  readonly baseUrl: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A machine on which an operator follows a recipe. */
export class Machine {
  readonly #t: TestContext;
  readonly #folder: string;
  readonly #calls: string;
  #workingFolder = ROOT;
  /** Everything that the commands have printed. */
  terminal = '';

  static async make(t: TestContext): Promise<Machine> {
    return new Machine(t, await makeFolder(t));
  }

  private constructor(t: TestContext, folder: string) {
    this.#t = t;
    this.#folder = folder;
    this.#calls = join(folder, 'calls');
    for (const path of [
      'stand-ins',
      'usr/local/bin',
      'etc/systemd/system',
      'etc/prime-registry',
      'var/lib',
      'var/cache',
    ])
      mkdirSync(join(folder, path), { recursive: true });
    for (const [name, script] of Object.entries(STAND_INS)) {
      const file = join(folder, 'stand-ins', name);
      writeFileSync(
        file,
        `#!/bin/sh -e\nprintf '%s\\t' ${name} "$@" >> ${this.#calls}\necho >> ${this.#calls}\n${script}\n`,
      );
      chmodSync(file, 0o755);
    }
  }

  /** The folder that stands for the root of the machine. */
  get root(): string {
    return this.#folder;
  }

  /** The text with folders of the system below that of this machine. */
  placed(text: string): string {
    return text.replace(SYSTEM_FOLDERS, `${this.#folder}/`).replaceAll('<this repository>', ROOT);
  }

  /** Carries out a command. @returns the calls of stand-ins that it made, word by word */
  carryOut(command: string, environment: NodeJS.ProcessEnv = {}): string[][] {
    rmSync(this.#calls, { force: true });
    const { status, stdout } = spawnSync(
      'sh',
      [
        '-c',
        `cd "$1" && { ${this.placed(command)}\n} 2>&1 && pwd > "$2"`,
        'sh',
        this.#workingFolder,
        `${this.#calls}.pwd`,
      ],
      { encoding: 'utf8', env: this.#environment(environment) },
    );
    this.terminal += stdout;
    assert.equal(status, 0, `${command}\n${stdout}`);
    this.#workingFolder = readFileSync(`${this.#calls}.pwd`, 'utf8').trimEnd();
    if (!existsSync(this.#calls)) return [];
    const lines = readFileSync(this.#calls, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => line.split('\t').slice(0, -1));
  }

  /** Puts a program into the PATH. */
  provide(name: string, program: string): void {
    symlinkSync(program, join(this.#folder, 'stand-ins', name));
  }

  /** Changes the folder of the next commands. */
  enter(folder: string): void {
    this.#workingFolder = folder;
  }

  /** Puts the sources where a recipe expects them. */
  copySources(folder: string): void {
    const { status, stderr } = spawnSync('sh', ['-ec', COPY_SOURCES, 'sh', folder], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }

  /** Starts a command as a service manager does; its output is a log, and not in the terminal. */
  async start(command: string, environment: NodeJS.ProcessEnv): Promise<Service> {
    // Ports of the test machine may be taken.
    const own = { PRIME_REGISTRY_PORT: '0', PRIME_REGISTRY_HOST: '127.0.0.1' };
    const all = this.#environment({ ...environment, ...own });
    const child = spawn('sh', ['-c', `exec ${this.placed(command)}`], { env: all, cwd: this.#workingFolder });
    atEnd(this.#t, async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    }
    const baseUrl = await eventually(() => {
      const [address] = /(?<=^prime-registry is listening on )\S+/m.exec(log) ?? [];
      assert.ok(address !== undefined, log);
      return address;
    });
    return { log: () => log, baseUrl, environment: all };
  }

  /** Without the settings and the Node.js of the test. */
  #environment(added: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const path = ['stand-ins', 'usr/local/bin'].map((name) => join(this.#folder, name));
    return { PATH: [...path, '/usr/bin', '/bin'].join(':'), HOME: this.#folder, ...added };
  }
}
