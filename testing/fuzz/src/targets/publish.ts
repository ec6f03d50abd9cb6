// Whole publishes: never a server error, and a rejected publish leaves no files behind.
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, type Target } from '../target.ts';
import { YAML_WORDS } from './manifest.ts';
import { multipart } from './multipart.ts';
import { checkAnswer, openRegistry, TOKEN } from './registry.ts';

export const publish: Target = {
  name: 'publish',
  weight: 0.6,
  usualBytes: 8192,
  dictionary: [...multipart.dictionary, ...YAML_WORDS, '\x1f\x8b', '\0'],
  async open() {
    const { server, listFiles, checkLog, close } = await openRegistry();
    let known = await listFiles();
    return {
      async run(input) {
        const headers = {
          authorization: `Bearer ${TOKEN}`,
          'content-type': 'multipart/form-data; boundary=b',
        };
        const response = await server.app.inject({
          method: 'POST',
          url: '/publish',
          headers,
          payload: input,
        });
        checkLog();
        const { statusCode: status, body } = response;
        const outcome = checkAnswer({ status, contentType: String(response.headers['content-type']), body });
        const files = await listFiles();
        if (status === 201) {
          const { sha256 } = JSON.parse(body) as { sha256: string };
          expect(
            files.some((path) => basename(path) === sha256),
            'a published tarball is missing',
          );
          known = files;
        }
        expect(isDeepStrictEqual(files, known), `a ${status} changed the data folder`);
        return outcome;
      },
      close,
    };
  },
};
