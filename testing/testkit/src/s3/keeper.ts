// A process that runs an S3 server until its standard input closes. So the server ends, and leaves nothing
// behind, even if the process that started it is killed.
import { startCephCluster } from './ceph-cluster.ts';

const ended = new Promise<void>((resolve) => process.stdin.resume().once('close', resolve));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
const cluster = await startCephCluster();
process.stdout.on('error', () => undefined).write(`${JSON.stringify(cluster.account)}\n`);
await ended;
await cluster.stop();
process.exit();
