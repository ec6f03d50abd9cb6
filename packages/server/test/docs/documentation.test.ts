// Compares the documentation with the code: its lists are complete, and its links lead to files.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { RULE_CODES, RULES } from '@prime-registry/lint';
import { ERROR_CODES } from '@prime-registry/protocol';
import { withErrorTable } from '../../../../scripts/error-docs.ts';
import { ADMIN_TOKEN_VARIABLE } from '../../src/config/access.ts';
import { CONFIG_VARIABLE, loadSettings } from '../../src/config/load-settings.ts';
import { ALL_SETTINGS } from '../../src/config/server-settings.ts';
import { variableOf } from '../../src/config/setting.ts';
import { routes } from '../../src/routes/index.ts';
import { findBrokenLinks } from './markdown-links.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] =>
  globSync(pattern, {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '.git', 'release', 'release.next'],
  });

/** The cells of every table row with this first cell. */
function rowsOf(document: string, first: string): string[][] {
  return document
    .split('\n')
    .filter((line) => line.startsWith(`| ${first} |`))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

describe('docs/operations', () => {
  const pages = list('docs/operations/*.md').filter((page) => !page.endsWith('README.md'));
  const operations = pages.map(read).join('\n');

  for (const setting of ALL_SETTINGS) {
    it(`has one row for the setting ${setting.name}, with its variable, key and default`, () => {
      const rows = rowsOf(operations, `\`--${setting.name}\``);
      const expected = [`--${setting.name}`, variableOf(setting), setting.name, setting.defaultText];
      assert.deepEqual(
        rows.map((cells) => cells.slice(0, 4)),
        [expected.map((text) => `\`${text}\``)],
      );
    });
  }

  it('has one row for every metric of the registry', () => {
    const sources = list('packages/server/src/**/*.ts').map(read).join('\n');
    const names = new Set(sources.match(/\bprime_registry_\w+/g) ?? []);
    assert.ok(names.size > 0);
    for (const name of names) assert.equal(rowsOf(operations, `\`${name}\``).length, 1, name);
  });

  it('has every page in its index', () => {
    const index = read('docs/operations/README.md');
    assert.ok(pages.length > 0);
    for (const page of pages) assert.ok(index.includes(`](${basename(page)})`), page);
  });
});

describe('.env.example', () => {
  it('has every variable, commented out at its default, and no other', () => {
    const expected = [
      `# ${ADMIN_TOKEN_VARIABLE}=`,
      `# ${CONFIG_VARIABLE}=`,
      ...ALL_SETTINGS.map((setting) => `# ${variableOf(setting)}=${setting.defaultText}`),
    ];
    const variables = read('.env.example')
      .split('\n')
      .filter((line) => /^#? ?[A-Z_]+=/.test(line));
    assert.deepEqual(variables, expected);
  });
});

describe('docs/errors.md', () => {
  it('is as `npm run docs:errors` makes it', () => {
    const document = read('docs/errors.md');
    assert.equal(document, withErrorTable(document));
  });

  it('has one row for every code, with its status', () => {
    for (const [code, { status }] of Object.entries(ERROR_CODES)) {
      const rows = rowsOf(read('docs/errors.md'), `\`${code}\``);
      assert.deepEqual(
        rows.map((cells) => cells[1]),
        [String(status)],
        code,
      );
    }
  });
});

describe('docs/http-api.md', () => {
  const endpoints = [...read('docs/http-api.md').matchAll(/^\| \[`(.+)`\]\(#/gm)].map((match) => match[1]);

  it('lists every endpoint and no other', () => {
    const expected = routes.map(({ method = 'GET', path }) => `${method} ${path}`);
    assert.deepEqual(endpoints.toSorted(), expected.toSorted());
  });

  it('only names existing error codes', () => {
    const named = [...read('docs/http-api.md').matchAll(/\b\d{3} `([a-z]+(?:_[a-z]+)+)`/g)];
    assert.ok(named.length > 0);
    for (const [text, code] of named) assert.ok(Object.keys(ERROR_CODES).includes(code ?? ''), text);
  });
});

describe('docs/lint.md', () => {
  const document = read('docs/lint.md');

  it('has a section for every rule, with its severity, summary and remedy', () => {
    const sections = [...document.matchAll(/^#### (.+)$/gm)].map((match) => match[1]);
    assert.deepEqual(sections, RULE_CODES);
    for (const code of RULE_CODES) {
      const { severity, summary, remedy } = RULES[code];
      const section = document.split(`#### ${code}\n`)[1]?.split('\n#')[0] ?? '';
      assert.ok(section.toLowerCase().includes(`${severity}. ${summary.toLowerCase()}.`), code);
      assert.ok(section.includes(`To mend it: ${remedy}.`), code);
    }
  });
});

describe('docs/architecture.md', () => {
  const document = read('docs/architecture.md');
  const manifests = new Map(
    list('{packages,testing}/*/package.json').map((file) => [
      basename(dirname(file)),
      JSON.parse(read(file)),
    ]),
  );
  const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  const dependenciesOf = (folder: string): string[] =>
    Object.keys(manifests.get(folder)?.dependencies ?? {}).flatMap((name) => folderOf.get(name) ?? []);
  const arrows = [...document.matchAll(/^ {2}(\S+) --> (\S+)$/gm)].map(([, from = '', to = '']) => ({
    from,
    to,
  }));

  function listReached(folder: string): Set<string> {
    const reached = new Set([folder]);
    for (const each of reached) for (const { from, to } of arrows) if (from === each) reached.add(to);
    return reached;
  }

  it('draws no dependency that a package does not have', () => {
    assert.ok(arrows.length > 0);
    for (const { from, to } of arrows) assert.ok(dependenciesOf(from).includes(to), `${from} --> ${to}`);
  });

  for (const folder of manifests.keys()) {
    it(`names ${folder}, and draws its dependencies or others that imply them`, () => {
      assert.match(document, new RegExp(`\\b${folder}\\b`));
      const missing = dependenciesOf(folder).filter((to) => !listReached(folder).has(to));
      assert.deepEqual(missing, []);
    });
  }
});

describe('docs/testing.md', () => {
  it('names every target of the fuzzer', () => {
    const document = read('docs/testing.md');
    const targets = list('testing/fuzz/corpus/*').map((folder) => basename(folder));
    assert.ok(targets.length > 0);
    for (const target of targets) assert.match(document, new RegExp(`^\\| .*\`${target}\``, 'm'), target);
  });
});

describe('examples/config', () => {
  const files = list('examples/config/*.yaml');

  it('is not empty', () => assert.ok(files.length > 0));

  for (const file of files) {
    it(`${file} is a configuration`, () => {
      const settings = loadSettings({ flags: { config: join(root, file) }, environment: {} });
      assert.equal(settings.isPrivate, file.endsWith('private.yaml'));
    });
  }
});

describe('links', () => {
  for (const file of list('**/*.md')) {
    it(`of ${file} lead to existing files and headings`, () => {
      const locate = (path: string): string => (path === '' ? file : join(dirname(file), path));
      const broken = findBrokenLinks(read(file), {
        exists: (path) => existsSync(join(root, locate(path))),
        read: (path) => read(locate(path)),
      });
      assert.deepEqual(broken, []);
    });
  }
});
