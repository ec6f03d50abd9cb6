// What pages say about yanked, deprecated and removed versions, about channels, and about Primes that moved.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { publishForm, startRegistry } from '@prime-registry/testkit';
import { change } from '../lifecycle/changing.ts';

const registry = await startRegistry({
  now: () => Date.UTC(2026, 10, 21, 9, 30, 0),
  allowStableYank: true,
});
after(() => registry.stop());
const { author, admin, anonymous } = registry;
const HTML = { accept: 'text/html' };

const publish = async (name: string, ...versions: readonly string[]): Promise<void> => {
  for (const version of versions) await author.mustPublish({ name, version });
};
const see = async (path: string, expectedStatus = 200): Promise<string> => {
  const { status, text } = await anonymous.get(`/-/prime/${path}`, HTML);
  assert.equal(status, expectedStatus, path);
  return text;
};
const must = async (...[actor, method, path, body, name]: Parameters<typeof change>): Promise<void> =>
  assert.equal((await change(actor, method, path, body, name)).status, 200, path);
/** The text of the notes, without markup. */
const notesOf = (page: string): string[] =>
  [...page.matchAll(/role="note"><p>(.*?)<\/p>/g)].map(([, note = '']) => note.replaceAll(/<[^>]*>/g, ''));
const commandsOf = (page: string): string[] =>
  [...page.matchAll(/aria-label="Install command[^"]*">([^<]*)</g)].map(([, command = '']) => command);
const rowsOf = (page: string): string[] =>
  [...page.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

describe('a yanked version', () => {
  test('says why, and what to take instead; after the unyank nothing of it is left', async () => {
    const name = '@acme/yanked';
    await publish(name, '1.0.0', '1.1.0');
    const before = await see(`${name}/1.1.0`);
    await author.yank(name, '1.1.0', { reason: 'It burns the tea.' });
    const page = await see(`${name}/1.1.0`);
    assert.deepEqual(notesOf(page), [
      'This version was yanked on 21 Nov 2026: do not use it for new installs. Reason: It burns the tea. Use 1.0.0 instead, the latest version.',
    ]);
    assert.match(page, /Use <a href="\/-\/prime\/@acme\/yanked">1\.0\.0<\/a> instead/);
    assert.deepEqual(commandsOf(page), [`prime install ${name}`], 'an install of it would be refused');
    assert.match(await see(name), /<span class="version">1\.0\.0</);
    await must(author, 'DELETE', '1.1.0/yank', undefined, name);
    assert.equal(await see(`${name}/1.1.0`), before);
  });

  test('of a Prime without another one says so, and offers no command', async () => {
    const name = '@acme/all-yanked';
    await publish(name, '1.0.0');
    await author.yank(name, '1.0.0', { reason: 'No' });
    const page = await see(name);
    assert.match(notesOf(page)[0] ?? '', /Reason: No\. Every version of this Prime is yanked\.$/);
    assert.deepEqual(commandsOf(page), []);
  });

  test('that is deprecated as well names the successor', async () => {
    const name = '@acme/both';
    await publish(name, '1.0.0', '2.0.0');
    const successor = { name: '@acme/yanked', range: '^1' };
    await must(author, 'PUT', 'deprecation', { range: '<2', message: 'Old', successor }, name);
    await author.yank(name, '1.0.0');
    assert.match(notesOf(await see(`${name}/1.0.0`))[0] ?? '', /Use @acme\/yanked \^1 instead\.$/);
  });
});

describe('a deprecated version', () => {
  const name = '@acme/old-tea';
  const successor = { name: '@acme/new-tea', range: '^2.0.0' };

  test('has a note with the message and the successor, and marks in every list', async () => {
    await publish(name, '1.0.0', '2.0.0');
    await publish('@acme/new-tea', '2.0.0');
    await must(author, 'PUT', 'deprecation', { range: '<2.0.0', message: 'Use `v2`', successor }, name);
    const page = await see(`${name}/1.0.0`);
    assert.deepEqual(notesOf(page), [
      'This version is deprecated: Use v2. Use @acme/new-tea ^2.0.0 instead.',
      'This is not the latest version. The latest is 2.0.0.',
    ]);
    assert.match(page, /<a href="\/-\/prime\/@acme\/new-tea">@acme\/new-tea<\/a> <code>\^2\.0\.0<\/code>/);
    assert.deepEqual(commandsOf(page), [`prime install ${name}@1.0.0`]);
    assert.deepEqual(notesOf(await see(name)), []);
    const [, second, first] = rowsOf(await see(`${name}/versions`));
    assert.match(second ?? '', /^2\.0\.0 latest 21 Nov/);
    assert.match(first ?? '', /^1\.0\.0 deprecated 21 Nov/);
  });

  test('marks the Prime in searches, its scope and the home page if it is the latest', async () => {
    const marked =
      />(?:<mark>)?old(?:<\/mark>)?-(?:<mark>)?tea(?:<\/mark>)?<\/a><\/h[23]> <code class="faint">2\.0\.0<\/code><span class="tag deprecated">/;
    const lists = ['/-/find?q=old-tea', '/-/scope/@acme', '/'];
    for (const path of lists) assert.doesNotMatch((await anonymous.get(path)).text, marked, path);
    await must(author, 'PUT', 'deprecation', { message: 'Nobody cares for it any more' }, name);
    for (const path of lists) assert.match((await anonymous.get(path)).text, marked, path);
    assert.deepEqual(notesOf(await see(name)), ['This Prime is deprecated: Nobody cares for it any more.']);
    await must(author, 'DELETE', 'deprecation', undefined, name);
    for (const path of lists) assert.doesNotMatch((await anonymous.get(path)).text, marked, path);
  });

  test('names a successor in another registry with a link to that registry only', async () => {
    const registry = 'https://primes.example/eu';
    const elsewhere = { name: '@other/tea', registry };
    await must(author, 'PUT', 'deprecation', { message: 'm', successor: elsewhere }, name);
    assert.match(
      await see(name),
      /Use <strong>@other\/tea<\/strong> in the registry <a href="https:\/\/primes\.example\/eu" rel="nofollow noopener noreferrer">https:\/\/primes\.example\/eu<\/a> instead\./,
    );
    await must(author, 'DELETE', 'deprecation', undefined, name);
  });
});

describe('channels', () => {
  const name = '@acme/channels';

  test('are named beside their version, with the command that follows them', async () => {
    await publish(name, '1.0.0', '1.1.0-beta.1+build.7', '1.1.0-beta.2');
    const before = await see(name);
    await must(author, 'PUT', 'channels/beta', { version: '1.1.0-beta.1' }, name);
    const page = await see(`${name}/1.1.0-beta.1`);
    assert.match(
      page,
      /<span class="version">1\.1\.0-beta\.1\+build\.7<\/span>\s*<span class="tag channel">/,
    );
    assert.deepEqual(commandsOf(page), [
      `prime install ${name}@1.1.0-beta.1+build.7`,
      `prime install ${name}@beta`,
    ]);
    assert.match(rowsOf(page)[2] ?? '', /^1\.1\.0-beta\.1\+build\.7 channel beta 21 Nov/);
    const latest = await see(name);
    assert.match(latest, /<dt>Channels<\/dt>.*<code>beta<\/code> <a href="[^"]*">1\.1\.0-beta\.1\+build\.7</);
    assert.deepEqual(commandsOf(latest), [`prime install ${name}`]);
    assert.match(await see(`${name}/versions`), /<span class="unseen">channel <\/span>beta</);

    await author.yank(name, '1.1.0-beta.1');
    assert.match(await see(name), /build\.7<\/a> <span class="tag yanked">yanked/);
    assert.deepEqual(commandsOf(await see(`${name}/1.1.0-beta.1`)), [`prime install ${name}`]);
    await must(author, 'DELETE', '1.1.0-beta.1/yank', undefined, name);
    await must(author, 'DELETE', 'channels/beta', undefined, name);
    assert.equal(await see(name), before);
  });

  test('are listed up to a number, however many name one version', async () => {
    for (let number = 0; number < 20; number += 1)
      await must(author, 'PUT', `channels/c-${number}`, { version: '1.0.0' }, name);
    const page = await see(name);
    assert.equal(commandsOf(page).length, 4);
    assert.match(page, /and 8 more channels<\/li>/);
    assert.match(rowsOf(page).at(-1) ?? '', /channel c-0 .* and 16 more channels/);
  });
});

test('a Prime that has moved names the new one, and installs it', async () => {
  const name = '@acme/old-name';
  await publish(name, '1.0.0', '1.1.0');
  await publish('@acme/new-name', '2.0.0');
  await must(author, 'PUT', 'move', { to: '@acme/new-name' }, name);
  const page = await see(name);
  const note = 'This Prime has moved to @acme/new-name. New versions are published under that name only.';
  assert.deepEqual(notesOf(page), [note]);
  assert.match(page, /<a href="\/-\/prime\/@acme\/new-name">/);
  assert.deepEqual(commandsOf(page), ['prime install @acme/new-name']);
  const pinned = await see(`${name}/1.0.0`);
  assert.equal(notesOf(pinned)[0], note);
  assert.deepEqual(commandsOf(pinned), [`prime install ${name}@1.0.0`]);
});

describe('a removed version', () => {
  const name = '@acme/leaky';
  const remove = (version: string, category: string, reason?: string) =>
    must(admin, 'POST', `${version}/removal`, { category, ...(reason && { reason }) }, name);

  test('is a page that says so, and links to what is left', async () => {
    await publish(name, '1.0.0', '1.1.0', '1.2.0', '2.0.0');
    await remove('1.1.0', 'secret', 'It had a password');
    for (const path of ['', '/graph', '/atom/@acme/x']) {
      const page = await see(`${name}/1.1.0${path}`, 410);
      assert.match(page, /<h1>The version was removed<\/h1>/);
      assert.match(page, /@acme\/leaky 1\.1\.0 was removed \(secret\): It had a password\./);
      assert.match(page, /<a href="\/-\/prime\/@acme\/leaky">/, path);
    }
    assert.match(await see(`${name}/diff/1.0.0...1.1.0`, 410), /<a href="\/-\/prime\/@acme\/leaky">/);
    await remove('2.0.0', 'law');
    assert.match(await see(`${name}/2.0.0`, 451), /removed for legal reasons/);
  });

  test('is a row without links among the others, in its place', async () => {
    const page = await see(`${name}/versions`);
    assert.match(page, /2 versions, and 2 removed/);
    const rows = rowsOf(page).slice(1);
    assert.equal(rows[0], '2.0.0 removed Removed on 21 Nov 2026 because of legal reasons.');
    assert.match(rows[1] ?? '', /^1\.2\.0 latest/);
    assert.equal(
      rows[2],
      '1.1.0 removed Removed on 21 Nov 2026 because of a secret. Reason: It had a password',
    );
    assert.match(rows[3] ?? '', /^1\.0\.0 /);
    assert.equal(rows.length, 4);
    assert.doesNotMatch(
      page,
      /href="[^"]*\/(1\.1\.0|2\.0\.0|1\.1\.0\/graph)"|\.\.\.1\.1\.0|<option[^>]*>1\.1\.0/,
    );
    assert.match(page, /diff\/1\.0\.0\.\.\.1\.2\.0/, 'compared with the next one that is there');
  });

  test('can be every one: the page of the Prime says so, and links to the list of them', async () => {
    for (const version of ['1.0.0', '1.2.0']) await remove(version, 'other');
    const page = await see(name, 451);
    assert.match(page, /Every version of @acme\/leaky was removed\. The highest: @acme\/leaky 2\.0\.0 was/);
    assert.match(page, /<a href="\/-\/prime\/@acme\/leaky\/versions">/);
    assert.match(await see(`${name}/1.0.0`, 410), /@acme\/leaky 1\.0\.0 was removed \(other\)/);
    await see(`${name}/1.0.1`, 404);
    await see(`${name}/1.0.0/atom/@acme/x`, 410);
    const list = await see(`${name}/versions`);
    assert.equal(rowsOf(list).length, 5);
    assert.match(list, /0 versions, and 4 removed/);
    assert.doesNotMatch(list, /<form class="tools"/);
  });
});

test('a promoted version says where it was published first', async () => {
  const form = publishForm({ name: '@acme/promoted', version: '1.0.0' });
  const promotion = { registry: 'https://staging.example', published_at: '2026-11-20T08:00:00Z' };
  form.append('promoted-from', JSON.stringify(promotion));
  assert.equal((await author.request('/publish', { method: 'POST', body: form })).status, 201);
  assert.match(
    await see('@acme/promoted'),
    /<dt>Promoted from<\/dt><dd><a href="https:\/\/staging\.example" rel="nofollow noopener noreferrer">https:\/\/staging\.example<\/a>, published there on <time datetime="2026-11-20T08:00:00Z">20 Nov 2026</,
  );
});
