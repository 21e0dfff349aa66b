import type { MakeAttack } from '../attack.js';
import { startServiceProcess, type ServiceProcess } from '../service-process.js';
import { heldBodies, queuedRequests, slowReaders } from './connections.js';
import { costlyDelegations, costlyTransfers } from './nameservers.js';
import { gzipBombs, slowUploads } from './uploads.js';
import * as work from './work.js';
import * as zones from './zones.js';

export type Attacks = Readonly<Record<string, MakeAttack>>;

export const REQUEST_ATTACKS: Attacks = {
  'queued requests and hang-up': queuedRequests,
  'bodies held over revocations': heldBodies,
  'slow readers': slowReaders,
  'large pages': work.largePages,
  '32 pages of 600 KB at once': work.manyPages,
  'heavy filters': work.heavyFilters,
  clones: work.clones,
  'dry runs of clones': work.dryClones,
  'password changes': work.passwordChanges,
  'password guesses': work.passwordGuesses,
  'a flood of /oauth/authorize': work.authorizeFlood,
  'a flood of /oauth/authorize from one address': work.authorizeFloodFromOneAddress,
  'a flood of /login': work.loginFlood,
  'transfers of costly answers': costlyTransfers('answer'),
  'transfers of costly authorities': costlyTransfers('authority'),
  'transfers of costly additional records': costlyTransfers('additional'),
  'delegations of costly answers': costlyDelegations('answer'),
  'delegations of costly authorities': costlyDelegations('authority'),
  'delegations of costly additional records': costlyDelegations('additional'),
  'gzip bombs': gzipBombs,
  'slow uploads': slowUploads,
};

export const ZONE_ATTACKS: Attacks = {
  'change sets of 12,000': zones.largeChangeSets,
  'dry runs of change sets of 12,000': zones.dryChangeSets,
  'change sets of 12,000 entries that are not valid': zones.manyFaults,
  'zone texts of 4 MiB': zones.largeTexts,
  'zone texts of 4 MiB without a record': zones.blankTexts,
  'zone texts of 700,000 lines that cannot be stored': zones.unfitTexts,
  'differences of large versions': zones.largeDiffs,
  'restores over large versions': zones.largeRestores,
  'lint of 12,000 records': zones.largeLints,
};

export const ATTACKS: Attacks = { ...REQUEST_ATTACKS, ...ZONE_ATTACKS };

/** A service that asks the attacks' nameserver, and takes uploads that a test can afford. */
export async function startAttackedService(nameserverPort: number): Promise<ServiceProcess> {
  return startServiceProcess({
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
    AXFR_ALLOWED_NETWORKS: '127.0.0.0/8',
    RESOLVERS: `127.0.0.1:${nameserverPort}`,
    NAMESERVER_PORT: String(nameserverPort),
    IMAGE_MAX_SIZE_MB: '256',
  });
}
