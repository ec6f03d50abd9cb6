// Metrics of the witnesses that cosign the log: what they answer, and how far each one is behind.
import type { LogStore, WitnessStore } from '@prime-registry/store';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Creates the metrics. @param witnesses - verifier keys. @returns that of the requests */
export function createWitnessMetrics(
  register: Registry,
  store: Pick<WitnessStore, 'listWitnesses'> & Pick<LogStore, 'readLogHead'>,
  witnesses: readonly string[],
): Counter<'witness' | 'outcome'> {
  const registers = [register];
  new Gauge({
    name: 'prime_registry_log_witness_behind_entries',
    help: 'Entries of the log that a witness has not cosigned yet; the same in every process.',
    labelNames: ['witness'],
    registers,
    async collect() {
      this.reset();
      const found = await Promise.all([store.readLogHead(), store.listWitnesses()]).catch(() => undefined);
      if (found === undefined) return;
      const [{ edge }, known] = found;
      for (const vkey of witnesses) {
        const size = known.find((each) => each.vkey === vkey)?.size ?? 0;
        this.set({ witness: witnessName(vkey) }, Math.max(0, edge.size - size));
      }
    },
  });
  return new Counter({
    name: 'prime_registry_log_witness_requests_total',
    help: 'Heads of the log that a witness was asked to cosign, by witness and outcome: cosigned, failed or contradicted.',
    labelNames: ['witness', 'outcome'],
    registers,
  });
}

/** The name in a verifier key (C2SP signed-note): what is before the first plus. */
function witnessName(vkey: string): string {
  return vkey.split('+', 1)[0] ?? vkey;
}
