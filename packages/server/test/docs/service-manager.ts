// Stand-ins for systemd and Docker: they read the unit and the Dockerfile of examples/ and start what those say.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Machine, ROOT, type Service } from './recipe.ts';

/** Starts the service of a unit file. */
export function startUnit(machine: Machine, name: string): Promise<Service> {
  const unit = readFileSync(machine.placed(`/etc/systemd/system/${name}.service`), 'utf8');
  const valuesOf = (key: string): string[] =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [command = ''] = valuesOf('ExecStart');
  const environment = valuesOf('Environment').map((line) => machine.placed(line).split('='));
  const [folder = ''] = valuesOf('WorkingDirectory');
  machine.enter(machine.placed(folder));
  return machine.start(command, Object.fromEntries(environment));
}

interface Instruction {
  readonly name: string;
  readonly value: string;
}

interface ComposeFile {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build: { readonly context: string; readonly dockerfile: string };
        readonly command: readonly string[];
        readonly environment: Readonly<Record<string, string>>;
        readonly logging: { readonly driver?: string };
      }
    >
  >;
}

/** An image, and its containers. */
export class Docker {
  readonly #machine: Machine;
  readonly #services = new Map<string, Service>();
  #environment: Record<string, string> = {};
  #entryPoint: readonly string[] = [];
  #command: readonly string[] = [];
  #workingFolder = '';

  constructor(machine: Machine) {
    this.#machine = machine;
    // That of the base image.
    machine.provide('node', process.execPath);
  }

  /** Carries out a call of `docker`. @returns the container that was started in the background */
  async call([, action, ...words]: readonly string[]): Promise<Service | undefined> {
    if (action === 'compose') return this.#compose(words);
    if (action === 'build') this.#build(wordAfter(words, '-f') ?? 'Dockerfile');
    else if (action === 'run') return this.#run(words);
    else if (action === 'exec') this.#exec(words);
    else assert.fail(`docker ${action} has no stand-in`);
    return undefined;
  }

  #build(file: string): void {
    for (const { name, value } of readInstructions(readFileSync(join(ROOT, file), 'utf8'))) {
      if (name === 'WORKDIR') this.#enter(value);
      else if (name === 'COPY') this.#copy(value);
      else if (name === 'RUN') this.#carryOut(value);
      else if (name === 'ENV') Object.assign(this.#environment, readVariables(value));
      else if (name === 'ENTRYPOINT') this.#entryPoint = JSON.parse(value) as string[];
      else if (name === 'CMD') this.#command = JSON.parse(value) as string[];
    }
  }

  /** Carries out a call of `docker compose` for a file with one service. */
  async #compose(words: readonly string[]): Promise<Service | undefined> {
    const compose = parse(
      readFileSync(join(ROOT, wordAfter(words, '-f') ?? 'compose.yaml'), 'utf8'),
    ) as ComposeFile;
    const [[name, service] = ['', undefined]] = Object.entries(compose.services);
    assert.ok(service !== undefined);
    if (this.#entryPoint.length === 0) this.#build(service.build.dockerfile);
    Object.assign(this.#environment, service.environment);
    const command = words.slice(words.indexOf(name) + 1);
    if (words.includes('run')) {
      // Unlike journald, which keeps the output of containers that were removed.
      assert.ok(
        words.includes('--rm') && service.logging.driver === 'local',
        'what a container prints is in its log',
      );
      this.#machine.carryOut([...this.#entryPoint, ...command].join(' '), this.#placedEnvironment());
    } else if (words.includes('exec')) this.#exec([name, ...command]);
    else if (words.includes('up')) {
      const line = [...this.#entryPoint, ...service.command].join(' ');
      const started = await this.#machine.start(line, this.#placedEnvironment());
      this.#services.set(name, started);
      return started;
    } else assert.fail(`docker compose ${words.join(' ')} has no stand-in`);
    return undefined;
  }

  #enter(folder: string): void {
    this.#workingFolder = this.#machine.placed(folder);
    this.#machine.enter('/');
    this.#machine.carryOut(`mkdir -p ${folder}`);
    this.#machine.enter(this.#workingFolder);
  }

  #copy(value: string): void {
    if (value === '. .') this.#machine.copySources(this.#workingFolder);
    else {
      const [, from = '', to = ''] = /^--from=\w+ (?:--chown=\S+ )?(\S+) (\S+)$/.exec(value) ?? [];
      assert.notEqual(from, '', `COPY ${value}`);
      this.#machine.carryOut(`cp -r ${from}/. ${to === '/' ? this.#machine.root : to}`);
    }
  }

  #carryOut(command: string): void {
    const calls = this.#machine.carryOut(command, this.#placedEnvironment());
    if (!calls.some(([name, action]) => name === 'npm' && action === 'ci')) return;
    // The real npm installs the packages of a workspace only if it has their descriptions.
    for (const folder of ['packages', 'testing']) {
      const copied = readdirSync(join(this.#workingFolder, folder)).toSorted();
      assert.deepEqual(
        copied,
        readdirSync(join(ROOT, folder), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name)
          .toSorted(),
      );
    }
  }

  async #run(words: readonly string[]): Promise<Service | undefined> {
    const image = words.lastIndexOf('prime-registry');
    const command = words.slice(image + 1);
    const line = [...this.#entryPoint, ...(command.length > 0 ? command : this.#command)].join(' ');
    const options = words.slice(0, image);
    if (!options.includes('-d')) {
      const keepsNoLog = options.includes('--rm') && wordAfter(options, '--log-driver') === 'none';
      assert.ok(keepsNoLog, 'what a container prints is in its log');
      this.#machine.carryOut(line, this.#placedEnvironment());
      return undefined;
    }
    const given = options.filter((_, index) => options[index - 1] === '-e').join(' ');
    const environment = { ...this.#placedEnvironment(), ...(given === '' ? {} : readVariables(given)) };
    const service = await this.#machine.start(line, environment);
    this.#services.set(wordAfter(options, '--name') ?? '', service);
    return service;
  }

  #exec([name = '', ...command]: readonly string[]): void {
    const service = this.#services.get(name);
    assert.ok(service !== undefined, `there is no container ${name}`);
    const line = command.map((word) => `'${word}'`).join(' ');
    this.#machine.carryOut(line, service.environment);
  }

  #placedEnvironment(): Record<string, string> {
    const entries = Object.entries(this.#environment);
    // The machine has its own PATH, with the stand-ins.
    const own = entries.filter(([name]) => name !== 'PATH');
    return Object.fromEntries(own.map(([name, value]) => [name, this.#machine.placed(value)]));
  }
}

/** The instructions of a Dockerfile, without comments, each on one line. */
function readInstructions(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name, value };
    });
}

function readVariables(value: string): Record<string, string> {
  return Object.fromEntries(value.split(/\s+/).map((pair) => pair.split('=')));
}

function wordAfter(words: readonly string[], option: string): string | undefined {
  const index = words.indexOf(option);
  return index === -1 ? undefined : words[index + 1];
}
