// The command `prime-registry`. The worker processes of `serve --workers` start here, too: a single executable has no
// other file to start.

// Only node:cluster opens the channel of a worker process; a short command does not load it.
const isWorker = process.connected && (await import('node:cluster')).default.isWorker;
if (isWorker) {
  await import('./commands/serve/worker-main.ts');
} else {
  const { runCommand } = await import('./commands/index.ts');
  process.exitCode = await runCommand(process.argv.slice(2), process);
}
