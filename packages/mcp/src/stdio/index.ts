// The tools over standard input and output. An entry point of its own: HTTP needs other parts of the SDK.
export { type StdioOptions, serveStdio } from './serve-stdio.ts';
