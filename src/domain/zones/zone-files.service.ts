import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound, Unavailable } from '../../shared/errors/errors.js';
import { taggedAs } from '../../shared/http/response/entity-tag.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { renderZone, ZONE_FORM } from './zone-file.rules.js';
import { ZoneCache } from './zone-cache.js';
import { ZonesRepository } from './zones.repository.js';
import type { ServedZone } from './zones.sql.js';

const CACHE_BYTES = 64 * 1024 * 1024;

/** The values that decide on the bytes of a zone file. */
export interface ZoneIdentity {
  readonly domain: string;
  /** Each change of the zone's content raises it (D-106). */
  readonly serial: number;
  readonly rendered: boolean;
  readonly nameservers: readonly string[];
  readonly form: number;
}

/** Renders zone files, and caches them in at most 64 MiB (D-105). */
@Injectable()
export class ZoneFilesService {
  private readonly rendered = new ZoneCache(CACHE_BYTES);

  constructor(
    private readonly zones: ZonesRepository,
    private readonly work: CostlyWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Renders the zone file at the first request after a change (D-105).
   * @param state as the guard read it
   * @returns the response as JSON text
   * @throws NotFound when the domain was deleted meanwhile
   * @throws TooMany when the request gets no turn to render within 2 seconds (D-211)
   * @throws Unavailable for a zone that is too large to render, as when it takes too long
   */
  async view({ accountId }: Caller, state: ServedZone): Promise<Buffer> {
    if (!isRendered(state)) return this.tagged(state, []);
    const cached = () => this.rendered.get(state.id, versionOf(state));
    const render = async () => cached() ?? (await this.render(state.id));
    return cached() ?? this.work.zoneRenders.run(accountId, render);
  }

  /**
   * Reads the identity for a conditional change, which holds the domain's lock (D-275).
   * @throws NotFound when the caller may not see such a domain
   */
  async current({ key }: Caller, domainId: number): Promise<ZoneIdentity> {
    const state = await this.zones.state(key, domainId);
    if (!state) throw new NotFound();
    return this.identity(state);
  }

  /** The zone file's entity tag is made of the identity, so that a tag needs no records. */
  identity(state: ServedZone): ZoneIdentity {
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
    // The domain may have changed since the guard read it.
    if (!isRendered(zone)) return this.tagged(zone, []);
    if (!zone.records) throw new Unavailable();
    const bytes = this.tagged(zone, renderZone(zone, this.settings.nameservers, zone.records));
    this.rendered.set(domainId, versionOf(zone), bytes);
    return bytes;
  }

  private tagged(state: ServedZone, lines: readonly string[]): Buffer {
    return taggedAs(this.identity(state), Buffer.from(JSON.stringify({ zone_file: lines })));
  }
}

/** Whether the service renders the zone: not a disabled one, and not that of a slave (D-105). */
function isRendered({ status, type }: Pick<ServedZone, 'status' | 'type'>): boolean {
  return status !== 'disabled' && type !== 'slave';
}

/** The serial alone is no version: a renamed zone may start with a serial of its former name. */
function versionOf({ domain, serial }: { readonly domain: string; readonly serial: number }): string {
  return `${domain} ${serial}`;
}
