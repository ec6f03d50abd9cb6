// A Prime of a million words, published again and again with others: what each edit costs the thread that serves.
import { type Attack, SCOPE } from '../attack.ts';
import { packWordyPrime, WORDY_ATOMS } from '../payloads/wordy-prime.ts';

const NAME = `${SCOPE}/edited`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export const editedWords: Attack = {
  name: 'edited-words',
  summary: 'edits of all words of a Prime with a million, one after another (twenty of them: --seconds 600)',
  arm: (attacker) => async () => {
    for (let edit = 0; !attacker.signal.aborted; edit += 1) {
      const tarball = packWordyPrime(attacker.count(WORDY_ATOMS), LETTERS.charAt(edit % LETTERS.length));
      const version = `1.${Date.now()}.${edit}`;
      await attacker.alone(`edit ${edit}`, () => attacker.publish({ name: NAME, version, tarball }));
    }
  },
};
