import { parentPort, workerData } from 'node:worker_threads';
import { axfr, type AxfrBounds } from './axfr.js';
import { connectToAny } from './connect.js';
import { TransferredZone, type ImportableZone } from './transferred-zone.js';

/** One transfer, for a thread of its own. */
export interface TransferTask {
  readonly domain: string;
  /** Vetted: the thread connects to them without further checks. */
  readonly addresses: readonly string[];
  readonly skipApexNs: boolean;
  readonly nameservers: readonly string[];
  readonly sourceIps: readonly string[];
  readonly bounds: AxfrBounds;
}

parentPort!.postMessage(await transfer(workerData as TransferTask));

async function transfer(task: TransferTask): Promise<ImportableZone> {
  const { domain, addresses, skipApexNs, nameservers, sourceIps, bounds } = task;
  const socket = await connectToAny(addresses, sourceIps, bounds, AbortSignal.timeout(bounds.totalMs));
  const zone = new TransferredZone(domain, nameservers, skipApexNs);
  for await (const answers of axfr(domain, socket, bounds)) {
    for (const answer of answers) zone.add(answer);
  }
  return zone.result();
}
