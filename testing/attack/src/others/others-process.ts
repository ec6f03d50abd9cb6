// The process of the well-behaved clients: their figures must not contain the attacker's work.
import type { Figures } from './measurements.ts';
import { type ClientsOptions, WellBehavedClients } from './well-behaved-clients.ts';

/** What the process is told to do. */
export type ClientsOrder = ClientsOptions | 'measure' | 'stop';

let clients: WellBehavedClients | undefined;
process.once('disconnect', () => process.exit(1));
process.on('message', (order: ClientsOrder) => {
  if (order === 'measure') clients?.forget();
  else if (order === 'stop') void clients?.stop().then(report);
  else {
    clients = new WellBehavedClients(order);
    clients.start();
  }
});

function report(figures: Figures): void {
  process.send?.(figures);
}
