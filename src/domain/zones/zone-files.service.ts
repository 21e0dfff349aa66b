import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import type { Tx } from '../../database/reader.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { renderZone } from './zone-file.rules.js';
import { ZoneCache } from './zone-cache.js';
import { ZonesRepository, type ZoneState } from './zones.repository.js';

const CACHE_BYTES = 64 * 1024 * 1024;

@Injectable()
export class ZoneFilesService {
  private readonly rendered = new ZoneCache(CACHE_BYTES);

  constructor(
    private readonly zones: ZonesRepository,
    private readonly work: CostlyWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @returns the answer as JSON text, rendered at the first request after a change (D-105)
   * @throws TooMany when too many zones are rendered for two seconds (D-211)
   */
  async view({ key, accountId }: Caller, domainId: number): Promise<Buffer> {
    const state = await this.zones.state(key, domainId);
    if (!state) throw new NotFound();
    if (!isRendered(state)) return answer([]);
    const known = () => this.rendered.get(domainId, versionOf(state));
    const render = async () => known() ?? (await this.render(domainId));
    return known() ?? this.work.zoneRenders.run(accountId, render);
  }

  /** As `view`, without a turn: for a change that is decided on it, which holds the domain's lock (D-275). */
  async now({ key }: Caller, domainId: number): Promise<Buffer> {
    const state = await this.zones.state(key, domainId);
    if (!state) throw new NotFound();
    if (!isRendered(state)) return answer([]);
    return this.rendered.get(domainId, versionOf(state)) ?? this.render(domainId);
  }

  /** What `view` shows once the transaction has committed. Nothing of it is kept, because it may not. */
  async inTransaction(tx: Tx, domainId: number): Promise<{ readonly zone_file: readonly string[] }> {
    const zone = await this.zones.zone(domainId, tx);
    const isShown = zone !== undefined && isRendered(zone);
    return { zone_file: isShown ? renderZone(zone, this.settings.nameservers, zone.records) : [] };
  }

  private async render(domainId: number): Promise<Buffer> {
    const zone = await this.zones.zone(domainId);
    if (!zone) throw new NotFound();
    const bytes = answer(renderZone(zone, this.settings.nameservers, zone.records));
    this.rendered.set(domainId, versionOf(zone), bytes);
    return bytes;
  }
}

/** D-105: the service renders what it serves itself. */
function isRendered({ status, type }: Pick<ZoneState, 'status' | 'type'>): boolean {
  return status !== 'disabled' && type !== 'slave';
}

/** A renamed zone may begin with a serial that it had under its former name. */
function versionOf({ domain, serial }: { readonly domain: string; readonly serial: number }): string {
  return `${domain} ${serial}`;
}

function answer(lines: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify({ zone_file: lines }));
}
