// The folders of settings and cache on each platform.
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { describe, test } from 'node:test';
import {
  cacheFolder,
  configFolder,
  type FolderOrigin,
  locateCache,
  locateConfig,
  locateState,
  stateFolder,
} from '../../src/settings/folders.ts';

const HOMES = { linux: '/home/ada', darwin: '/Users/ada', win32: 'C:\\Users\\ada' } as const;

const locate = (platform: keyof typeof HOMES, environment: FolderOrigin['environment'] = {}) => {
  const origin = { platform, environment, home: () => HOMES[platform] };
  return { config: locateConfig(origin), cache: locateCache(origin) };
};

test('the state is never in the folder of the cache', () => {
  const locateOn = (platform: keyof typeof HOMES, environment: FolderOrigin['environment'] = {}) =>
    locateState({ platform, environment, home: () => HOMES[platform] });
  assert.equal(locateOn('linux'), '/home/ada/.local/state/prime');
  assert.equal(locateOn('darwin'), '/Users/ada/.local/state/prime');
  assert.equal(locateOn('win32'), 'C:\\Users\\ada\\AppData\\Local\\prime\\state');
  assert.equal(locateOn('win32', { LOCALAPPDATA: 'D:\\Local' }), 'D:\\Local\\prime\\state');
  assert.equal(locateOn('linux', { XDG_STATE_HOME: '/xdg/state' }), '/xdg/state/prime');
  assert.equal(locateOn('linux', { XDG_STATE_HOME: 'relative' }), locateOn('linux'));
  assert.equal(locateOn('linux', { PRIME_STATE_DIR: '/own', XDG_STATE_HOME: '/xdg/state' }), '/own');
  assert.equal(stateFolder({ PRIME_STATE_DIR: '/own' }), '/own');
});

describe('the folders', () => {
  test('are the default ones of the platform', () => {
    assert.deepEqual(locate('linux'), { config: '/home/ada/.config/prime', cache: '/home/ada/.cache/prime' });
    assert.deepEqual(locate('darwin'), {
      config: '/Users/ada/.config/prime',
      cache: '/Users/ada/Library/Caches/prime',
    });
    assert.deepEqual(locate('win32'), {
      config: 'C:\\Users\\ada\\AppData\\Roaming\\prime',
      cache: 'C:\\Users\\ada\\AppData\\Local\\prime\\cache',
    });
  });

  test('follow the variables of Windows only on Windows', () => {
    const environment = { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' };
    assert.deepEqual(locate('win32', environment), {
      config: 'D:\\Roaming\\prime',
      cache: 'D:\\Local\\prime\\cache',
    });
    assert.deepEqual(locate('linux', environment), locate('linux'));
    assert.deepEqual(locate('win32', { APPDATA: 'Roaming', LOCALAPPDATA: '' }), locate('win32'));
  });

  test('follow the XDG variables if these are absolute', () => {
    const environment = { XDG_CONFIG_HOME: '/xdg/config', XDG_CACHE_HOME: '/xdg/cache' };
    for (const platform of ['linux', 'darwin'] as const) {
      assert.deepEqual(locate(platform, environment), {
        config: '/xdg/config/prime',
        cache: '/xdg/cache/prime',
      });
      for (const relative of ['', 'config', './x']) {
        const ignored = { XDG_CONFIG_HOME: relative, XDG_CACHE_HOME: relative };
        assert.deepEqual(locate(platform, ignored), locate(platform));
      }
    }
    const onWindows = { XDG_CONFIG_HOME: 'E:\\config', XDG_CACHE_HOME: 'E:\\cache' };
    assert.deepEqual(locate('win32', onWindows), { config: 'E:\\config\\prime', cache: 'E:\\cache\\prime' });
  });

  test('are exactly those of our own variables, if these are not empty', () => {
    const others = {
      XDG_CONFIG_HOME: '/xdg',
      XDG_CACHE_HOME: '/xdg',
      APPDATA: 'D:\\a',
      LOCALAPPDATA: 'D:\\b',
    };
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const own = { ...others, PRIME_CONFIG_DIR: '/own/config', PRIME_CACHE_DIR: '/own/cache' };
      assert.deepEqual(locate(platform, own), { config: '/own/config', cache: '/own/cache' });
      const empty = { ...others, PRIME_CONFIG_DIR: '', PRIME_CACHE_DIR: '' };
      assert.deepEqual(locate(platform, empty), locate(platform, others));
    }
  });

  test('need no home folder if they are set', () => {
    const home = (): string => {
      throw new Error('there is no home');
    };
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const own = { PRIME_CONFIG_DIR: '/own/config', PRIME_CACHE_DIR: '/own/cache' };
      assert.equal(locateConfig({ platform, environment: own, home }), '/own/config');
      assert.equal(locateCache({ platform, environment: own, home }), '/own/cache');
      // Each on its own: they may be set independently.
      const { PRIME_CONFIG_DIR, PRIME_CACHE_DIR } = own;
      assert.equal(locateConfig({ platform, environment: { PRIME_CONFIG_DIR }, home }), '/own/config');
      assert.equal(locateCache({ platform, environment: { PRIME_CACHE_DIR }, home }), '/own/cache');
    }
    const windows = { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' };
    assert.equal(locateConfig({ platform: 'win32', environment: windows, home }), 'D:\\Roaming\\prime');
    assert.equal(locateCache({ platform: 'win32', environment: windows, home }), 'D:\\Local\\prime\\cache');
    assert.throws(() => locateConfig({ platform: 'linux', environment: {}, home }), /there is no home/);
  });

  test('of the current user are below the home folder', () => {
    for (const folder of [configFolder({}), cacheFolder({})]) {
      assert.ok(isAbsolute(folder) && folder.startsWith(homedir()), folder);
    }
  });
});
