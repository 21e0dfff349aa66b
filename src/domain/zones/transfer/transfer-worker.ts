import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { axfr, type AxfrBounds } from './axfr.js';
import { connectToAny } from './connect.js';
import { TransferredZone, type ImportableZone } from './transferred-zone.js';

/** One transfer, for the thread of transfers. */
export interface TransferTask {
  readonly domain: string;
  /** Checked by `mayConnect`: the thread connects to them without another check. */
  readonly addresses: readonly string[];
  readonly skipApexNs: boolean;
  readonly nameservers: readonly string[];
  readonly sourceIps: readonly string[];
  readonly bounds: AxfrBounds;
}

/** The zone of a task, or the reason why there is none. */
export interface TransferAnswer {
  readonly id: number;
  readonly zone?: ImportableZone;
  readonly failure?: string;
}

interface Asked {
  readonly id: number;
  readonly task: TransferTask;
}

// Linux gives each thread a priority of its own. Transfers get a lower one than the thread that
// answers requests.
if (process.platform === 'linux') {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
}

parentPort!.on('message', ({ id, task }: Asked) => {
  transfer(task).then(
    (zone) => answer({ id, zone }),
    (error: Error) => answer({ id, failure: error.message }),
  );
});

function answer(message: TransferAnswer): void {
  parentPort!.postMessage(message);
}

async function transfer(task: TransferTask): Promise<ImportableZone> {
  const { domain, addresses, skipApexNs, nameservers, sourceIps, bounds } = task;
  const socket = await connectToAny(addresses, sourceIps, bounds, AbortSignal.timeout(bounds.totalMs));
  const zone = new TransferredZone(domain, nameservers, skipApexNs, bounds.maxCharacters);
  for await (const answers of axfr(domain, socket, bounds)) {
    for (const answer of answers) zone.add(answer);
  }
  return zone.result();
}
