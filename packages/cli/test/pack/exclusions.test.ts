// The files that are not part of a Prime.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExclusions } from '../../src/pack/exclusions.ts';

/** Classifies with a .primeignore at the root, and others in the given folders. */
const judge = (patterns: string, below: Readonly<Record<string, string>> = {}) =>
  createExclusions({
    readIgnoreFiles: (folder) => ({ own: folder === '' ? patterns : (below[folder] ?? ''), git: '' }),
  }).exclusionOf;

describe('without a .primeignore', () => {
  const exclusionOf = judge('');

  it('leaves out version control, tools, caches and files of systems, at any depth', () => {
    for (const folder of [
      '.vscode',
      'a/.idea',
      '.git',
      '.hg',
      '.svn',
      'node_modules',
      '.primes',
      '__pycache__',
      '.cache',
      'a/node_modules',
    ]) {
      assert.equal(exclusionOf(folder, true), 'litter', folder);
    }
    for (const file of ['.git', '.DS_Store', 'a/b/.DS_Store', 'Thumbs.db', 'a/.x.md.swp', '.primeignore']) {
      assert.equal(exclusionOf(file, false), 'litter', file);
    }
  });

  it('leaves out files that may contain secrets, at any depth, and keeps their example', () => {
    const files =
      '.env .env.local .env.production .npmrc .pypirc .netrc _netrc .git-credentials credentials.yaml credentials.json ' +
      'id_rsa id_ed25519 id_ecdsa id_dsa tls.pem tls.key tls.p12 tls.pfx my.keystore .docker/config.json ID_RSA TLS.PEM ' +
      '.pgpass .kube/config .cargo/credentials.toml .vault-token .envrc prod.env credentials.yml service-account.json ' +
      'login.ppk store.jks terraform.tfstate terraform.tfstate.backup .claude/settings.local.json .codex/auth.json';
    for (const file of files.split(' ')) {
      assert.equal(exclusionOf(file, false), 'secret', file);
      assert.equal(exclusionOf(`a/b/${file}`, false), 'secret', file);
    }
    for (const folder of ['.aws', '.ssh', '.gnupg', 'a/.ssh']) {
      assert.equal(exclusionOf(folder, true), 'secret', folder);
    }
    const others = [
      '.env.example',
      'example.env',
      'environment.md',
      'kube/config',
      'settings.json',
      'tfstate.md',
      'id_rsa.pub',
      'docker/config.json',
      'config.json',
      'key',
      'pem.md',
    ];
    for (const file of [...others, 'credentials.md', 'a.key.md', '.ssh']) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
  });

  it('leaves out tarballs at the root, where packing creates them', () => {
    assert.equal(exclusionOf('acme-web-style-1.0.0.tar.gz', false), 'litter');
    assert.equal(exclusionOf('.acme-web-style-1.0.0.tar.gz.0000.prime-tmp', false), 'litter');
    assert.equal(exclusionOf('samples/data.tar.gz', false), undefined);
  });

  it('does not treat the tarball of a scope named readme as a README', () => {
    assert.equal(exclusionOf('readme-style-1.0.0.tar.gz', false), 'litter');
  });

  it('packs everything else', () => {
    for (const file of ['pack.yaml', 'primes/a.prime', '.gitignore', 'environment.md', 'a/git', 'x.swp.md']) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
  });
});

describe('with a .primeignore', () => {
  it('reads the syntax of .gitignore', () => {
    const exclusionOf = judge('# notes\r\n*.log\r\n!keep.log\r\n/drafts/\r\ndocs/**/*.tmp\r\n\\#odd\r\n');
    for (const file of ['a.log', 'a/b.log', 'docs/x.tmp', 'docs/a/b/x.tmp', '#odd']) {
      assert.equal(exclusionOf(file, false), 'ignored', file);
    }
    for (const file of ['keep.log', 'a/keep.log', 'x.tmp', 'notes']) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
  });

  it('distinguishes folders from files for a pattern with a slash at its end', () => {
    const exclusionOf = judge('build/\n');
    assert.equal(exclusionOf('build', true), 'ignored');
    assert.equal(exclusionOf('build', false), undefined);
  });

  it('is case-sensitive on every system', () => {
    const exclusionOf = judge('Notes\n');
    assert.equal(exclusionOf('Notes', false), 'ignored');
    assert.equal(exclusionOf('notes', false), undefined);
  });

  it('never leaves out the manifest, the README and the license at the root', () => {
    const exclusionOf = judge('*\n');
    for (const file of [
      'pack.yaml',
      'README.md',
      'readme',
      'README.de.md',
      'LICENSE',
      'LICENSE-MIT',
      'licence.txt',
    ]) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
    for (const file of ['a/README.md', 'a/pack.yaml', 'readmes.md', 'licensed.md']) {
      assert.equal(exclusionOf(file, false), 'ignored', file);
    }
    assert.equal(exclusionOf('readme', true), 'ignored');
  });

  it('packs a file that looks like a secret if it is named, and no other file that is always left out', () => {
    const exclusionOf = judge('!demo.pem\n!*.key\n!/.env\n!.aws/\n!.git\n!node_modules/\n');
    for (const file of ['demo.pem', 'a/demo.pem', 'a/b.key', '.env', '.aws/config']) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
    assert.equal(exclusionOf('.aws', true), undefined);
    for (const file of ['other.pem', 'a/.env', '.aws/x.pem']) {
      assert.equal(exclusionOf(file, false), 'secret', file);
    }
    assert.equal(exclusionOf('.git', true), 'litter');
    assert.equal(exclusionOf('a/node_modules', true), 'litter');
  });

  it('packs no secret because of a pattern of only wildcards', () => {
    const exclusionOf = judge('*\n!*\n!*/\n!*.*\n!**\n!keys/\n!keys/**\n!/*\n!?*\n');
    for (const file of ['.env', 'a.pem', 'keys/a.pem', 'keys/.env']) {
      assert.equal(exclusionOf(file, false), 'secret', file);
    }
    assert.equal(exclusionOf('.ssh', true), 'secret');
    assert.equal(exclusionOf('keys/a.md', false), undefined);
  });

  it('leaves out a named secret if a later line says so', () => {
    assert.equal(judge('!*.pem\nold.pem\n')('old.pem', false), 'ignored');
  });
});

describe('with a .primeignore in a subfolder', () => {
  it('reads its patterns relative to that folder, and they override those above', () => {
    const exclusionOf = judge('*.log\n/a/only-root\n', {
      a: '/top\ndeep\nb/c\n!keep.log\nbuild/\n# no comment\n\\#odd\n',
      'a/x': 'keep.log\n',
    });
    const expected: Record<string, 'ignored' | undefined> = {
      'a/top': 'ignored',
      'a/x/top': undefined,
      top: undefined,
      'a/deep': 'ignored',
      'a/x/y/deep': 'ignored',
      deep: undefined,
      'a/b/c': 'ignored',
      'a/x/b/c': undefined,
      'b/c': undefined,
      'a/keep.log': undefined,
      'a/y/keep.log': undefined,
      'a/x/keep.log': 'ignored',
      'keep.log': 'ignored',
      'b/keep.log': 'ignored',
      'a/build': undefined,
      'a/#odd': 'ignored',
      'a/only-root': 'ignored',
    };
    for (const [file, exclusion] of Object.entries(expected)) {
      assert.equal(exclusionOf(file, false), exclusion, file);
    }
    assert.equal(exclusionOf('a/x/build', true), 'ignored');
    assert.equal(exclusionOf('build', true), undefined);
  });

  it('takes the name of the folder literally, not as a pattern', () => {
    for (const folder of ['[ab]', 'a*', 'a?', '!a', '#a', 'a b', 'a\\b', '{a,b}', 'a+(b)$', '@acme']) {
      const exclusionOf = judge('', { [folder]: 'x\n/y\n' });
      assert.equal(exclusionOf(`${folder}/x`, false), 'ignored', folder);
      assert.equal(exclusionOf(`${folder}/z/x`, false), 'ignored', folder);
      assert.equal(exclusionOf(`${folder}/y`, false), 'ignored', folder);
      for (const other of ['a', 'ab', 'a/b', 'b', 'a+b']) {
        assert.equal(exclusionOf(`${other}/x`, false), undefined, `${folder} ${other}`);
      }
    }
  });

  it('packs a named secret only there', () => {
    const exclusionOf = judge('', { a: '!demo.pem\n' });
    assert.equal(exclusionOf('a/demo.pem', false), undefined);
    assert.equal(exclusionOf('demo.pem', false), 'secret');
  });

  it('never leaves out the README of the root, and always itself', () => {
    const exclusionOf = judge('', { a: '*\n!.primeignore\n' });
    assert.equal(exclusionOf('README.md', false), undefined);
    assert.equal(exclusionOf('a/.primeignore', false), 'litter');
  });
});
