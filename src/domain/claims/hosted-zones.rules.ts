import { isBelow } from '../names.rules.js';

/** An active domain above a claimed name. */
export interface HostedZone {
  readonly domain: string;
  readonly accountId: number;
  readonly isMaster: boolean;
  /** Its NS records at the claimed name and above it, below its own apex: the names and the hosts. */
  readonly delegations: readonly { readonly name: string; readonly host: string }[];
}

/**
 * The zone that the name is in, if the nameservers answer for it from records of the database.
 * @param zones those above the claimed name, the longest name first
 * @returns undefined when there is none, when it is a slave, or when it delegates a name between itself and the name
 */
export function parentZone(zones: readonly HostedZone[], name: string): HostedZone | undefined {
  const zone = zones.find(({ domain }) => isBelow(name, domain));
  if (!zone?.isMaster) return undefined;
  const isCut = zone.delegations.some((delegation) => isBelow(name, delegation.name));
  return isCut ? undefined : zone;
}

/**
 * The highest zone above `zone` that is tied to it by the zones between: each is of the same account as the next one, or delegates
 * it to the platform. The nameservers have all of them and never refer from one to another, so only the highest has a delegation
 * that can be asked for.
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

/** Whether the zone has one of the hosts as an NS at the name. */
export function delegates({ delegations }: HostedZone, name: string, hosts: readonly string[]): boolean {
  return delegations.some((delegation) => delegation.name === name && hosts.includes(delegation.host));
}
