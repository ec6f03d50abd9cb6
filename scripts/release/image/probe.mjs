// The health check of the image: whether the process works, on the port that the environment sets. In JavaScript,
// because it runs as it is; without fetch, which takes longer to load than the request.
import { get } from 'node:http';

const given = process.env.PRIME_REGISTRY_PORT ?? '';
// Kubernetes sets the variable to an address.
const port = /^\d+$/.test(given) ? Number(given) : 4000;
const request = get({ host: '127.0.0.1', port, path: '/-/health/live', timeout: 2500 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
