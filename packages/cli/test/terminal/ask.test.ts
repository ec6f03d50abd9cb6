import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '@prime-registry/command-line';
import { eventually } from '@prime-registry/testkit';
import { askConfirmation, askSecret, askText } from '../../src/terminal/ask.ts';
import { Terminal } from '../../src/terminal/terminal.ts';
import { type FakeStreams, makeStreams } from '../fake-streams.ts';

const KEYS = { enter: '\r', interrupt: '\u0003' } as const;

function open(streams: FakeStreams, signal = new AbortController().signal) {
  return { terminal: new Terminal(streams), signal };
}

/** Types when the question is on the screen. */
async function answer<T>(
  ask: (context: ReturnType<typeof open>) => Promise<T>,
  question: string,
  ...keys: string[]
): Promise<{ value: T; streams: FakeStreams }> {
  const streams = makeStreams({ columns: 80 });
  const value = ask(open(streams));
  await eventually(() => assert.ok(streams.stderrText().includes(question)));
  for (const key of keys) streams.type(key);
  return { value: await value, streams };
}

describe('a yes-or-no question', () => {
  const ask = (context: ReturnType<typeof open>) => askConfirmation(context, 'Really?', 'give --yes');

  test('takes y as yes, and everything else as no', async () => {
    assert.equal((await answer(ask, 'Really?', 'y')).value, true);
    assert.equal((await answer(ask, 'Really?', 'n')).value, false);
    const { value, streams } = await answer(ask, 'Really?', KEYS.enter);
    assert.equal(value, false);
    assert.equal(streams.stdoutText(), '', 'standard output is for results');
  });

  test('is on one line of a terminal that does not know its width', async () => {
    const streams = makeStreams({ columns: 0 });
    const asked = ask(open(streams));
    await eventually(() => assert.match(streams.stderrText(), /Really\?/));
    streams.type(KEYS.enter);
    await asked;
  });

  test('is cancelled by Ctrl-C at the prompt, and by a signal', async () => {
    await assert.rejects(answer(ask, 'Really?', KEYS.interrupt), { name: 'AbortError' });
    const controller = new AbortController();
    const streams = makeStreams({ columns: 80 });
    const asked = ask(open(streams, controller.signal));
    await eventually(() => assert.ok(streams.stderrText().includes('Really?')));
    controller.abort();
    await assert.rejects(asked, { name: 'AbortError' });
  });

  test('is a usage error without a terminal, which says which option to give', async () => {
    const streams = makeStreams();
    await assert.rejects(ask(open(streams)), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, 'give --yes');
      return true;
    });
    assert.equal(streams.stderrText(), '');
  });
});

describe('a question for text', () => {
  const validate = (text: string) => (text.length > 8 ? 'too long' : undefined);
  const question = { message: 'Name?', defaultValue: 'wall', validate, otherwise: 'give --name' };

  test('takes the typed text, or the default', async () => {
    assert.equal(
      (await answer((context) => askText(context, question), 'Name?', 'door', KEYS.enter)).value,
      'door',
    );
    assert.equal((await answer((context) => askText(context, question), 'Name?', KEYS.enter)).value, 'wall');
  });

  test('says what is wrong, and asks again', async () => {
    const streams = makeStreams({ columns: 80 });
    const asked = askText(open(streams), question);
    await eventually(() => assert.ok(streams.stderrText().includes('Name?')));
    streams.type(`far too long${KEYS.enter}`);
    await eventually(() => assert.ok(streams.stderrText().includes('too long')));
    streams.type(`${'\u007f'.repeat(12)}door${KEYS.enter}`);
    assert.equal(await asked, 'door');
  });

  test('a secret is not echoed', async () => {
    const ask = (context: ReturnType<typeof open>) =>
      askSecret(context, { message: 'Token?', otherwise: 'give --token' });
    const { value, streams } = await answer(ask, 'Token?', 'pri_secret', KEYS.enter);
    assert.equal(value, 'pri_secret');
    assert.doesNotMatch(streams.stderrText(), /secret/);
  });
});
