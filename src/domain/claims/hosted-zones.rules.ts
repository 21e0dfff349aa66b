import { isBelow } from '../names.rules.js';

/** An active domain above a claimed name. */
export interface HostedZone {
  readonly domain: string;
  readonly accountId: number;
  readonly isMaster: boolean;
  /** The names and hosts of its NS records at the claimed name and above it, below its own apex. */
  readonly delegations: readonly { readonly name: string; readonly host: string }[];
}

/**
 * Finds the zone that the name is in, if its records are in the database.
 * @param zones those above the claimed name, longest name first
 * @returns undefined when there is none, when it is a slave, or when it delegates a name between
 * itself and the name
 */
export function parentZone(zones: readonly HostedZone[], name: string): HostedZone | undefined {
  const zone = zones.find(({ domain }) => isBelow(name, domain));
  if (!zone?.isMaster) return undefined;
  const isCut = zone.delegations.some((delegation) => isBelow(name, delegation.name));
  return isCut ? undefined : zone;
}

/**
 * Finds the highest zone above `zone` that is connected to it: each zone in between has the account
 * of the next one, or delegates it to the platform. The nameservers have all these zones and never
 * give a referral from one to another, so that only the delegation of the highest can be queried.
 */
export function highestZone(
  zones: readonly HostedZone[],
  zone: HostedZone,
  nameservers: readonly string[],
): HostedZone {
  const parent = parentZone(zones, zone.domain);
  const isConnected =
    parent && (parent.accountId === zone.accountId || delegates(parent, zone.domain, nameservers));
  return isConnected ? highestZone(zones, parent, nameservers) : zone;
}

/** Whether the zone has an NS record of one of the hosts at the name. */
export function delegates({ delegations }: HostedZone, name: string, hosts: readonly string[]): boolean {
  return delegations.some((delegation) => delegation.name === name && hosts.includes(delegation.host));
}
