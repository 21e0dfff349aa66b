import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { allowsAction, reachesAll } from '../../access/narrowing/narrowing.rules.js';
import type { Tx } from '../../database/reader.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { storedRecord } from '../versions/versioned-record.js';
import type { VersionedZone } from '../versions/versions.sql.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { lint, type Finding } from './lint.rules.js';
import { findingView, type FindingResponse, type LintResponse } from './lint.view.js';
import { LintZone } from './lint-zone.js';

/** Finds the flaws of zones (D-243). Asks no other system. */
@Injectable()
export class LintService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly work: CostlyWork,
  ) {}

  /**
   * Checks the present zone. It takes as long as to render the zone, so it waits for the same
   * turns.
   * @throws NotFound when the domain no longer exists
   */
  view(caller: Caller, domainId: number): Promise<LintResponse> {
    return this.work.zoneRenders.run(caller.accountId, async () => {
      const zone = await this.versions.zone(caller.accountId, domainId);
      return { data: shown(caller, await findings(zone)) };
    });
  }

  /** Checks the zone that the transaction has changed. */
  async inTransaction(tx: Tx, caller: Caller, domainId: number): Promise<FindingResponse[]> {
    return shown(caller, await findings(await this.versions.zone(caller.accountId, domainId, tx)));
  }
}

/** A slave has no findings, because this service serves no records of it. */
async function findings({ settings, records }: VersionedZone): Promise<Finding[]> {
  const { type, domain, ttl_sec: ttlSec } = settings;
  return type === 'slave' ? [] : lint(new LintZone(domain, ttlSec, records.map(storedRecord)));
}

/** A narrowed token sees only the findings whose records it may read (D-237). */
function shown({ narrowing, named }: Caller, found: readonly Finding[]): FindingResponse[] {
  const isShown = ({ records }: Finding) =>
    reachesAll(narrowing, 'domain') || records.every((record) => allowsAction(named ?? [], 'read', record));
  return found.filter(isShown).map(findingView);
}
