// `npm run docs:examples`: writes the requests and answers of the API reference, as a registry answers today.
import { writeFile } from 'node:fs/promises';
import { recordExamples } from '@prime-registry/testkit/api-examples';

const FILE = new URL('../packages/web/src/assets/api-examples.json', import.meta.url);

const examples = await recordExamples();
await writeFile(FILE, `${JSON.stringify(examples, undefined, 2)}\n`);
console.log(`${Object.keys(examples).length} examples`);
