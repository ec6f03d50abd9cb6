// A process that keeps an S3 server for as long as its standard input is open: however whoever started it ends, killed
// included, the server goes and nothing of it stays.
import { startCephCluster } from './ceph-cluster.ts';

const ended = new Promise<void>((resolve) => process.stdin.resume().once('close', resolve));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
const cluster = await startCephCluster();
process.stdout.on('error', () => undefined).write(`${JSON.stringify(cluster.account)}\n`);
await ended;
await cluster.stop();
process.exit();
