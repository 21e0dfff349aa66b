import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { taggedAs } from '../../shared/http/response/entity-tag.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { renderZone, ZONE_FORM } from './zone-file.rules.js';
import { ZoneCache } from './zone-cache.js';
import { ZonesRepository, type ZoneState } from './zones.repository.js';

const CACHE_BYTES = 64 * 1024 * 1024;

/** What the bytes of a zone file depend on. */
export interface ZoneIdentity {
  readonly domain: string;
  /** Each change of what the zone shows raises it (D-106). */
  readonly serial: number;
  readonly rendered: boolean;
  readonly nameservers: readonly string[];
  readonly form: number;
}

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
    if (!isRendered(state)) return this.tagged(state, []);
    const known = () => this.rendered.get(domainId, versionOf(state));
    const render = async () => known() ?? (await this.render(domainId));
    return known() ?? this.work.zoneRenders.run(accountId, render);
  }

  /** As `identity`, read now: for a change that is decided on it, which holds the domain's lock (D-275). */
  async current({ key }: Caller, domainId: number): Promise<ZoneIdentity> {
    const state = await this.zones.state(key, domainId);
    if (!state) throw new NotFound();
    return this.identity(state);
  }

  /** Its tag is that of the zone file, which is the same while this is the same: so a tag needs no records. */
  identity(state: ZoneState): ZoneIdentity {
    const { domain, serial } = state;
    return {
      domain,
      serial,
      rendered: isRendered(state),
      nameservers: this.settings.nameservers,
      form: ZONE_FORM,
    };
  }

  private async render(domainId: number): Promise<Buffer> {
    const zone = await this.zones.zone(domainId);
    if (!zone) throw new NotFound();
    const bytes = this.tagged(zone, renderZone(zone, this.settings.nameservers, zone.records));
    this.rendered.set(domainId, versionOf(zone), bytes);
    return bytes;
  }

  private tagged(state: ZoneState, lines: readonly string[]): Buffer {
    return taggedAs(this.identity(state), Buffer.from(JSON.stringify({ zone_file: lines })));
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
