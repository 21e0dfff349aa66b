import type { Faults } from '../shared/errors/faults.js';
import type { CodeWithKey } from '../shared/errors/reason.js';
import {
  contains,
  parseAddress,
  parseRange,
  usable,
  type Ipv4Range,
} from '../shared/networking/ipv4.rules.js';
import type { InstanceFacts, InterfaceFacts } from './instance.js';

/** The facts about a subnet that decide whether an interface may use it. */
export interface SubnetFacts {
  readonly id: number;
  readonly accountId: number;
  readonly region: string;
  readonly ipv4: string;
}

/** The interfaces of all configuration profiles, each with its JSON path in the request. */
export function interfacesOf(instance: InstanceFacts): { path: string; fact: InterfaceFacts }[] {
  return instance.configs.flatMap((config, c) =>
    config.interfaces.map((fact, i) => ({ path: `configs[${c}].interfaces[${i}]`, fact })),
  );
}

/**
 * Reports interfaces whose subnet belongs to another account, lies in another region, or does not
 * contain their addresses. Skips comparisons with an invalid account or region (D-27).
 */
export function checkInterfaces(
  instance: InstanceFacts,
  subnets: readonly SubnetFacts[],
  faults: Faults,
): void {
  const known = new Map(subnets.map((subnet) => [subnet.id, subnet]));
  for (const { path, fact } of interfacesOf(instance)) {
    if (fact.purpose !== 'vpc') {
      checkNothingOfVpc(path, fact, faults);
      continue;
    }
    const problem = subnetProblem(instance, fact, known, faults);
    if (problem) faults.add(`${path}.subnet_id`, problem);
    else checkAddresses(path, fact, usable(parseRange(known.get(fact.subnetId!)!.ipv4)!), faults);
  }
}

function subnetProblem(
  instance: InstanceFacts,
  { subnetId }: InterfaceFacts,
  known: ReadonlyMap<number, SubnetFacts>,
  faults: Faults,
): CodeWithKey | undefined {
  if (subnetId === null) return 'value_required';
  const subnet = known.get(subnetId);
  const fits =
    subnet !== undefined &&
    (faults.has('account_id') || subnet.accountId === instance.accountId) &&
    (faults.has('region') || subnet.region === instance.region);
  return fits ? undefined : 'value_not_valid';
}

/** Reports a subnet, an address or ranges of an interface that is not for a VPC. */
function checkNothingOfVpc(
  path: string,
  { subnetId, address, nat11, ranges }: InterfaceFacts,
  faults: Faults,
): void {
  if (subnetId !== null) faults.add(`${path}.subnet_id`, 'value_not_valid');
  if (address !== null) faults.add(`${path}.ipv4.vpc`, 'value_not_valid');
  if (nat11 !== null) faults.add(`${path}.ipv4.nat_1_1`, 'value_not_valid');
  if (ranges.length > 0) faults.add(`${path}.ip_ranges`, 'value_not_valid');
}

function checkAddresses(
  path: string,
  { address, nat11, ranges }: InterfaceFacts,
  free: Ipv4Range,
  faults: Faults,
): void {
  if (address !== null && !holds(free, parseAddress(address)!)) {
    faults.add(`${path}.ipv4.vpc`, 'value_not_valid');
  }
  // NAT 1:1 translates the VPC address, so it needs one.
  if (nat11 !== null && address === null) faults.add(`${path}.ipv4.nat_1_1`, 'value_not_valid');
  ranges.forEach((text, index) => {
    if (!contains(free, parseRange(text)!)) {
      faults.add(`${path}.ip_ranges[${index}]`, 'value_not_valid');
    }
  });
}

function holds({ first, last }: Ipv4Range, address: number): boolean {
  return first <= address && address <= last;
}

/** An id and its JSON path in the request. */
interface RequestedId {
  readonly path: string;
  readonly id: number;
}

/** The ids of a request by kind: disks, configuration profiles, interfaces. */
export function idsOf(instance: InstanceFacts): Record<'disks' | 'configs' | 'interfaces', RequestedId[]> {
  return {
    disks: instance.disks.map(({ id }, index) => ({ path: `disks[${index}].id`, id })),
    configs: instance.configs.map(({ id }, index) => ({ path: `configs[${index}].id`, id })),
    interfaces: interfacesOf(instance).map(({ path, fact }) => ({ path: `${path}.id`, id: fact.id })),
  };
}

/** Reports ids that occur twice in the request or belong to another instance. */
export function checkIds(ids: readonly RequestedId[], foreign: readonly number[], faults: Faults): void {
  const taken = new Set(foreign);
  for (const { path, id } of ids) {
    if (taken.has(id)) faults.add(path, 'value_not_valid');
    taken.add(id);
  }
}
