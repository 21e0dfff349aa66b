import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { ClaimsRepository } from './claims.repository.js';
import type { DueClaim } from './claims.sql.js';
import { delegates, highestZone, parentZone, type HostedZone } from './hosted-zones.rules.js';
import { Registry } from './registry/registry.js';

/** Checks the proofs of claims: at the registry (D-204), or in the domain above (D-287). */
@Injectable()
export class ClaimProofs {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly registry: Registry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Whether the zone above the claimed name has the claim's nameserver at the name.
   * @throws Error as `Registry.lists` does
   */
  async isProven({ domain, nameserver }: Pick<DueClaim, 'domain' | 'nameserver'>): Promise<boolean> {
    const zones = await this.claims.hostedZones(domain);
    const parent = parentZone(zones, domain);
    // The platform's nameservers answer from the domain at the name, if there is one, and give no
    // referral. So read the zone above from the database.
    if (parent && (await this.isDelegatedHere(zones, parent))) return delegates(parent, domain, [nameserver]);
    return this.registry.lists(domain, nameserver);
  }

  private async isDelegatedHere(zones: readonly HostedZone[], zone: HostedZone): Promise<boolean> {
    const { nameservers } = this.settings;
    const highest = highestZone(zones, zone, nameservers);
    if (await this.registry.lists(highest.domain, ...nameservers)) return true;
    return highest !== zone && this.registry.lists(zone.domain, ...nameservers);
  }
}
