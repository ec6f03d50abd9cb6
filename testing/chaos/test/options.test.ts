// The options that can be combined.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../src/options.ts';

test('options that cannot be combined are refused, with the reason', () => {
  const wrong: [args: string[], reason: RegExp][] = [
    [['--workers', '2', '--replicas', '2'], /--workers and --replicas/],
    [['--standby', '--replicas', '2'], /--standby and --replicas/],
    [['--standby', '--s3'], /--standby with --s3 needs --postgres/],
    [['--evict'], /--evict needs --mirror/],
    [['--mirror', '--pause', '9'], /--mirror can only be combined/],
    [['--pause', '1001'], /--pause must be a whole number from 1 to 1000/],
    [['--mirror', '--standby'], /--mirror can only be combined with --evict, --workers/],
    [['--fault', 'rain'], /there is no fault 'rain', but: kill, /],
    [['--fault', 'near dies evicting', '--mirror'], /there is no fault 'near dies evicting'/],
  ];
  for (const [args, reason] of wrong) assert.throws(() => readOptions(args), reason, args.join(' '));
});

test('what is no option, or not a number, is refused', () => {
  assert.throws(() => readOptions(['--workers', 'many']), /--workers .*'many'/);
  assert.throws(() => readOptions(['--what']), /'--what'/);
});

test('mirrors can evict and have workers; a standby can have both storages and workers', () => {
  assert.equal(readOptions(['--mirror', '--evict', '--workers', '2'])?.evicts, true);
  assert.equal(readOptions(['--mirror', '--evict', '--fault', 'days pass'])?.faults[0], 'days pass');
  assert.equal(readOptions(['--standby', '--postgres', '--s3', '--workers', '2'])?.hasStandby, true);
});
