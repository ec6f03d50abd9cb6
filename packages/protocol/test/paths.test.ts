// The paths of the contract, and the canonical form of every spelling that clients and proxies use.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import * as logPaths from '../src/log-paths.ts';
import * as pagePaths from '../src/page-paths.ts';
import * as otherPaths from '../src/paths.ts';
import { ROUTES } from '../src/routes.ts';

import { primeNames, safeVersions } from './arbitraries.ts';

const paths = { ...otherPaths, ...pagePaths, ...logPaths };
const { canonicalPath, sourceManifestPath, tarballPath, versionListPath, versionManifestPath } = paths;

describe('a path is built', () => {
  test('with the name percent-encoded for the list of versions', () => {
    assert.equal(versionListPath('@acme/web-style'), '/pack/%40acme%2Fweb-style');
  });

  test('with the name plain for a manifest and a tarball', () => {
    assert.equal(versionManifestPath('@acme/web-style', '1.0.0'), '/pack/@acme/web-style/1.0.0');
    assert.equal(tarballPath('@acme/web-style', '1.0.0-rc.1'), '/pack/@acme/web-style/1.0.0-rc.1/tarball');
  });

  test('below /-/ for the source of a manifest', () => {
    assert.equal(sourceManifestPath('@acme/web-style', '1.0.0'), '/-/primes/@acme/web-style/1.0.0/pack.yaml');
  });

  const name = '@acme/web-style';
  const atPrime = `/-/prime/${name}`;
  const others: readonly (readonly [built: string, expected: string])[] = [
    [paths.atomListPath(name, '1.0.0'), `/-/primes/${name}/1.0.0/atoms`],
    [paths.atomDiffPath(name, '1.0.0', '2.0.0-rc.1'), `/-/primes/${name}/diff/1.0.0...2.0.0-rc.1`],
    [paths.atomPath('@web/contrast'), '/-/atoms/@web/contrast'],
    [paths.atomTextPath('@web/contrast', 'summary'), '/-/atoms/@web/contrast/summary'],
    [paths.primePagePath(name), atPrime],
    [paths.primePagePath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba`],
    [paths.versionsPagePath(name), `${atPrime}/versions`],
    [paths.diffPagePath(name, '1.0.0+a', '2.0.0+b'), `${atPrime}/diff/1.0.0%2Ba...2.0.0%2Bb`],
    [paths.atomsPagePath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba/atoms`],
    [paths.readingPagePath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba/read`],
    [paths.filesPagePath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba/files`],
    [paths.picturesPath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba/file`],
    [paths.fileTextPagePath(name, '1.0.0', 'a b/c#?.md'), `${atPrime}/1.0.0/files/a%20b/c%23%3F.md`],
    [paths.graphPagePath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba/graph`],
    [paths.graphPicturePath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba/graph.svg`],
    [paths.graphPreviewPath(name, '1.0.0+a'), `${atPrime}/1.0.0%2Ba/graph.png`],
    [paths.atomPagePath(name, '1.0.0', '@web/contrast'), `${atPrime}/1.0.0/atom/@web/contrast`],
    [paths.scopePagePath('@acme'), '/-/scope/@acme'],
    [paths.skillPath(name), `/-/skills/${name}`],
    [paths.skillPath(name, '1.0.0+a'), `/-/skills/${name}/1.0.0%2Ba`],
    [paths.skillArchivePath(name, '1.0.0', 'house'), `/-/skills/${name}/1.0.0/house.tar.gz`],
    [paths.findPagePath('red & green'), '/-/find?q=red+%26+green'],
    [paths.scopeSitemapPath('@acme'), '/-/sitemap/@acme/primes.xml'],
    [paths.feedPath(), '/-/feed'],
    [paths.feedPath('@acme'), '/-/feed/@acme'],
    [paths.feedPath(name), `/-/feed/${name}`],
  ];
  for (const [built, expected] of others) {
    test(`as ${expected}`, () => assert.equal(built, expected));
  }

  test('so that its route has the same shape', () => {
    fc.assert(
      fc.property(primeNames, safeVersions, (name, version) => {
        const [scope = '', shortName = ''] = name.split('/');
        const fill = (route: string): string =>
          route.replace(':scope', scope).replace(':name', shortName).replace(':version', version);
        assert.equal(canonicalPath(versionListPath(name)), fill(ROUTES.versionList));
        assert.equal(versionManifestPath(name, version), fill(ROUTES.versionManifest));
        assert.equal(tarballPath(name, version), fill(ROUTES.tarball));
        assert.equal(sourceManifestPath(name, version), fill(ROUTES.sourceManifest));
      }),
    );
  });
});

test('everything outside the contract is below /-/, except the home page and what others say the place of', () => {
  const { publish, search, versionList, versionManifest, tarball, home, ...rest } = ROUTES;
  // RFC 8414, Agent Skills Discovery, llmstxt.org, RFC 9309, sitemaps.org and browsers say where these are.
  const { authorizationServer, authorizationServerOfPath, skillIndex, registrySkill, ...unnamed } = rest;
  const { llmsText, llmsFullText, robots, sitemap, favicon, touchIcon, ...others } = unnamed;
  assert.equal(publish, '/publish');
  assert.equal(search, '/search');
  for (const route of [versionList, versionManifest, tarball]) assert.match(route, /^\/pack\//);
  assert.equal(home, '/');
  for (const route of [authorizationServer, authorizationServerOfPath])
    assert.match(route, /^\/\.well-known\/oauth-authorization-server(\/\*)?$/);
  assert.deepEqual([llmsText, llmsFullText], ['/llms.txt', '/llms-full.txt']);
  assert.deepEqual([robots, sitemap], ['/robots.txt', '/sitemap.xml']);
  assert.deepEqual([favicon, touchIcon], ['/favicon.ico', '/apple-touch-icon.png']);
  for (const route of [skillIndex, registrySkill]) assert.match(route, /^\/\.well-known\/agent-skills\//);
  for (const route of Object.values(others)) assert.match(route, /^\/-\//);
});

describe('the canonical path', () => {
  const spellings = [
    '/pack/%40s%2Fn',
    '/pack/%40s%2fn',
    '/pack/@s%2fn',
    '/pack/@s%2Fn',
    '/pack/%40s/n',
    '/pack/@s/n',
  ];

  for (const route of ['prime', 'primes', 'atoms', 'scope', 'feed', 'skills']) {
    test(`is plain below /-/${route}/`, () => {
      assert.equal(canonicalPath(`/-/${route}/%40s%2fn%2f1.0.0?q=%40`), `/-/${route}/@s/n/1.0.0?q=%40`);
    });
  }

  for (const behind of ['', '/1.0.0', '/1.0.0/tarball', '%2F1.0.0%2ftarball']) {
    for (const spelling of spellings) {
      test(`of ${spelling}${behind} is the plain one`, () => {
        assert.equal(canonicalPath(spelling + behind), `/pack/@s/n${behind.replaceAll(/%2f/gi, '/')}`);
      });
    }
  }

  const untouched: readonly (readonly [why: string, target: string])[] = [
    ['other escapes, which the router decodes', '/pack/@s/n/1.0.0%2Bbuild'],
    ['an escaped percent sign', '/pack/%2540s%252Fn'],
    ['malformed escapes, which the router refuses', '/pack/@s/n%zz%4'],
    ['paths elsewhere', '/search/%40s%2Fn'],
    ['paths with a similar start', '/packs/%40s%2Fn'],
    ['paths with a similar start below /-/', '/-/feeds/%40s%2Fn'],
    ['paths that contain the prefix later', '/search/pack/%40s%2Fn'],
    ['the query of a search', '/search?q=%40s%2Fn'],
    ['a plain path with a query', '/pack/@s/n?next=%2F%40'],
    ['the root', '/'],
    ['nothing', ''],
  ];
  for (const [why, target] of untouched) {
    test(`keeps ${why}`, () => assert.equal(canonicalPath(target), target));
  }

  test('is plain up to its last character', () => {
    assert.equal(canonicalPath('/pack/%40s%2Fn%2F'), '/pack/@s/n/');
    assert.equal(canonicalPath('/pack/%40s%2Fn%2F?'), '/pack/@s/n/?');
  });

  test('keeps the query', () => {
    assert.equal(canonicalPath('/pack/%40s%2Fn?a=%40%2F&b=?%2f'), '/pack/@s/n?a=%40%2F&b=?%2f');
  });

  test('never makes a malformed escape well-formed', () => {
    for (const target of ['/pack/%%40', '/pack/%%2f0', '/pack/%4%2F0', '/pack/%2%40']) {
      assert.throws(() => decodeURIComponent(canonicalPath(target)), URIError, target);
    }
  });

  test('is the same for every mix of spellings', () => {
    const at = fc.constantFrom('@', '%40');
    const slash = fc.constantFrom('/', '%2F', '%2f');
    fc.assert(
      fc.property(primeNames, safeVersions, at, slash, slash, (name, version, atSign, first, second) => {
        const spelled = name.replace('@', atSign).replace('/', first);
        assert.equal(
          canonicalPath(`/pack/${spelled}${second}${version}`),
          versionManifestPath(name, version),
        );
      }),
    );
  });

  test('of a canonical path is itself, for any target', () => {
    const unit = fc.constantFrom(...'%40@2Ff/?ab', '%40', '%2f', '\0', 'é');
    fc.assert(
      fc.property(fc.string({ unit }), (rest) => {
        for (const target of [rest, `/pack/${rest}`]) {
          assert.equal(canonicalPath(canonicalPath(target)), canonicalPath(target));
        }
      }),
    );
  });
});
