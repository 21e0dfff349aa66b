import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { PropagationService, type Wait } from '../propagation/propagation.service.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { renderZone, type Zone } from '../zones/zone-file.rules.js';
import { diffView } from './diff.view.js';
import { changeView, versionView, type ChangeResponse, type VersionDiffResponse } from './version.view.js';
import { VersionsRepository, type VersionedDomain } from './versions.repository.js';
import type { VersionChangeRow } from './versions.sql.js';
import type { ZoneDiff } from './zone-diff.js';
import { ZoneHistories } from './zone-histories.service.js';
import { diffIn, diffOf, type ZoneState } from './zone-history.rules.js';

/** Shows the versions of zones (D-241). To find an old one takes as long as to render a zone, and waits for the same turns. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly histories: ZoneHistories,
    private readonly notes: NotesRepository,
    private readonly work: CostlyWork,
    private readonly propagation: PropagationService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, domainId: number, request: ListRequest) {
    return pageOf(await this.versions.list(key, domainId, request), versionView);
  }

  /** The zone file of a version, with the nameservers that are set now. @throws NotFound */
  zoneFile(
    { accountId }: Caller,
    domainId: number,
    version: number,
  ): Promise<{ zone_file: readonly string[] }> {
    return this.work.zoneRenders.run(accountId, async () => {
      const serial = await this.versions.serial(accountId, domainId, version);
      const zone = await this.histories.zone(accountId, domainId);
      const [state] = await this.histories.statesAt(zone, [version]);
      if (serial === undefined) throw new NotFound();
      return { zone_file: this.rendered(domainId, serial, state!) };
    });
  }

  /** @param from the version before by default. @throws NotFound */
  diff({ accountId }: Caller, domainId: number, to: number, from = to - 1): Promise<VersionDiffResponse> {
    return this.work.zoneRenders.run(accountId, async () => {
      const domain = { accountId, id: domainId };
      const diff =
        (await this.histories.difference(domain, from, to)) ?? (await this.wholeDiff(domain, from, to));
      return { from, to, diff: diffView(diff, await this.notes.ofDiff(domain, diff)) };
    });
  }

  /** @throws NotFound */
  async change(caller: Caller, domainId: number, id: number, wait: Wait): Promise<ChangeResponse> {
    const { serial } = await this.changeOf(caller, domainId, id);
    const state = await this.propagation.ofSerial(caller, domainId, serial, wait);
    // Read again, because a difference may be large, and the wait long.
    const found = await this.changeOf(caller, domainId, id);
    const diff = found.added === null ? await this.firstDiff(caller, domainId, found.version) : diffIn(found);
    const notes = await this.notes.ofDiff({ accountId: caller.accountId, id: domainId }, diff);
    return changeView(found, diff, { notes, state });
  }

  /** The difference of two versions by all that the zone had at each. */
  private async wholeDiff({ accountId, id }: VersionedDomain, from: number, to: number): Promise<ZoneDiff> {
    const zone = await this.histories.zone(accountId, id);
    const [before, after] = await this.histories.statesAt(zone, [from, to]);
    return diffOf(before!.records, after!.records);
  }

  private async changeOf({ accountId }: Caller, domainId: number, id: number): Promise<VersionChangeRow> {
    const found = await this.versions.change(accountId, domainId, id);
    if (!found) throw new NotFound();
    return found;
  }

  /** All that the zone had at a version that keeps no difference. */
  private firstDiff({ accountId }: Caller, domainId: number, version: number): Promise<ZoneDiff> {
    return this.work.zoneRenders.run(accountId, async () => {
      const zone = await this.histories.zone(accountId, domainId);
      const [state] = await this.histories.statesAt(zone, [version]);
      return diffOf(new Map(), state!.records);
    });
  }

  private rendered(id: number, serial: number, { settings, records }: ZoneState): string[] {
    if (settings.status === 'disabled' || settings.type === 'slave') return [];
    const zone: Zone = {
      id,
      domain: settings.domain,
      soaEmail: settings.soa_email,
      serial,
      ttlSec: settings.ttl_sec,
      refreshSec: settings.refresh_sec,
      retrySec: settings.retry_sec,
      expireSec: settings.expire_sec,
    };
    const ordered = [...records.values()].sort((one, other) => one.id - other.id);
    return renderZone(zone, this.settings.nameservers, ordered);
  }
}
