import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { PropagationService, type Wait } from '../propagation/propagation.service.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { renderZone } from '../zones/zone-file.rules.js';
import { zoneDomain } from '../zones/zone-settings.resource.js';
import { diffView } from './diff.view.js';
import { changeView, versionView, type ChangeResponse, type VersionDiffResponse } from './version.view.js';
import { VersionsRepository, type VersionedDomain } from './versions.repository.js';
import type { VersionDifference } from './zone-diff.js';
import { ZoneHistories } from './zone-histories.service.js';
import { differenceOf, type ZoneState } from './zone-history.rules.js';

/**
 * Shows the versions of zones (D-241). To find an old version takes as long as to render a zone, so
 * it waits for the same turns.
 */
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

  /**
   * Renders the zone file of a version, with the nameservers of the present settings.
   * @throws NotFound for an unknown version, or one that is no longer stored
   */
  zoneFile(
    { accountId }: Caller,
    domainId: number,
    version: number,
  ): Promise<{ zone_file: readonly string[] }> {
    return this.work.zoneRenders.run(accountId, async () => {
      const serial = await this.versions.serial(accountId, domainId, version);
      const zone = await this.versions.zone(accountId, domainId);
      const [state] = await this.histories.statesAt(zone, [version]);
      if (serial === undefined) throw new NotFound();
      return { zone_file: this.rendered(domainId, serial, state!) };
    });
  }

  /**
   * The difference of two versions, with the present notes on the records.
   * @param from by default the version before `to`
   * @throws NotFound for an unknown version, or one that is no longer stored
   */
  async diff(
    { accountId }: Caller,
    domainId: number,
    to: number,
    from = to - 1,
  ): Promise<VersionDiffResponse> {
    const { records, notes, ...settings } = await this.compared({ accountId, id: domainId }, from, to);
    return { from, to, diff: diffView(records, notes), ...settings };
  }

  /**
   * A change with its difference, and whether the nameservers serve it.
   * @throws Unauthenticated, Forbidden, InsufficientScope when the caller lost access during the
   * wait; NotFound then, too, and for an unknown change
   */
  async change(caller: Caller, domainId: number, id: number, wait: Wait): Promise<ChangeResponse> {
    const domain = { accountId: caller.accountId, id: domainId };
    const found = await this.versions.change(domain, id);
    if (!found) throw new NotFound();
    const state = await this.propagation.ofSerial(caller, domainId, found.serial, wait);
    // Read after the wait, because a difference may take much memory.
    const { notes, ...difference } = await this.compared(domain, found.version - 1, found.version);
    return changeView(found, difference, { notes, state });
  }

  private compared(domain: VersionedDomain, from: number, to: number) {
    return this.work.zoneRenders.run(domain.accountId, async () => {
      const changed = await this.histories.difference(domain, from, to);
      const difference = changed ?? (await this.differenceOfStates(domain, from, to));
      return { ...difference, notes: await this.notes.ofDiff(domain, difference.records) };
    });
  }

  /** Compares all records of the zone at two versions. */
  private async differenceOfStates(
    { accountId, id }: VersionedDomain,
    from: number,
    to: number,
  ): Promise<VersionDifference> {
    const zone = await this.versions.zone(accountId, id);
    const [before, after] = await this.histories.statesAt(zone, [from, to]);
    return differenceOf(before!, after!);
  }

  private rendered(id: number, serial: number, { settings, records }: ZoneState): string[] {
    if (settings.status === 'disabled' || settings.type === 'slave') return [];
    const ordered = [...records.values()].sort((one, other) => one.id - other.id);
    return renderZone({ id, serial, ...zoneDomain(settings) }, this.settings.nameservers, ordered);
  }
}
