import type { Client } from '../../support/client.js';

/** The state that the service must have by the specification, for two accounts. */
export class Model {
  readonly vpcs: ModelVpc[] = [];
  readonly instances = new Map<number, ModelInstance>();
  readonly domains: ModelDomain[] = [];
  /** The events of each account, oldest first, as action and label. */
  readonly events: readonly [string[], string[]] = [[], []];

  vpcsOf(account: number): ModelVpc[] {
    return this.vpcs.filter((vpc) => vpc.account === account);
  }

  domainsOf(account: number): ModelDomain[] {
    return this.domains.filter((domain) => domain.account === account);
  }

  /** Whether an interface uses the subnet (spec: VPCs rule 3). */
  isAttached(subnet: number): boolean {
    return [...this.instances.values()].some(({ subnets }) => subnets.includes(subnet));
  }

  instancesOf(subnet: number): { id: number; interfaces: { id: number; active: boolean }[] }[] {
    return [...this.instances]
      .filter(([, { subnets }]) => subnets.includes(subnet))
      .sort(([one], [other]) => one - other)
      .map(([id, { subnets }]) => ({
        id,
        interfaces: [{ id: interfaceId(id, subnets.indexOf(subnet)), active: true }],
      }));
  }

  isTaken(domain: string): boolean {
    return this.domains.some((one) => one.domain === domain);
  }
}

export interface ModelSubnet {
  readonly id: number;
  label: string;
  readonly ipv4: string;
}

export interface ModelVpc {
  readonly id: number;
  readonly account: number;
  label: string;
  description: string;
  subnets: ModelSubnet[];
}

export interface ModelInstance {
  readonly account: number;
  readonly subnets: readonly number[];
}

export interface ModelRecord {
  readonly id: number;
  readonly type: string;
  name: string;
  target: string;
  ttl_sec: number;
}

export interface ModelDomain {
  readonly id: number;
  readonly account: number;
  domain: string;
  status: string;
  ttl_sec: number;
  records: ModelRecord[];
}

/** The service: of each account a client at each replica, and the platform's. */
export interface Real {
  readonly clients: readonly (readonly Client[])[];
  readonly accounts: readonly number[];
  readonly platform: Client;
  /** A suffix that only this run uses in names. */
  readonly suffix: string;
  /** The first of the run's own numbers for instances and their parts. */
  readonly firstId: number;
}

export const MAX_VPCS = 4;
export const MAX_SUBNETS = 3;

/** The number of an interface, of the n-th of an instance. */
export function interfaceId(instance: number, n: number): number {
  return instance * 10 + n;
}

/** Whether two ranges in CIDR form share an address. */
export function overlap(one: string, other: string): boolean {
  const [[a, aBits], [b, bBits]] = [parsed(one), parsed(other)];
  const size = 2 ** (32 - Math.min(aBits, bBits));
  return Math.floor(a / size) === Math.floor(b / size);
}

function parsed(range: string): [address: number, bits: number] {
  const [address = '', bits] = range.split('/');
  return [address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0), Number(bits)];
}

/** D-98: the nearest valid value, ties up; 0 stays. */
export function recordTtl(seconds: number): number {
  if (seconds === 0) return 0;
  const valid = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];
  return valid.reduce((best, one) => (Math.abs(one - seconds) <= Math.abs(best - seconds) ? one : best));
}

/** D-93: a valid value, else the next one up, above the last that. */
export function domainSeconds(seconds: number): number {
  const valid = [
    0, 30, 120, 300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200,
  ];
  return valid.find((one) => one >= seconds) ?? 2419200;
}

/** D-102: nothing else may be at the name of a CNAME, whichever came first. */
export function standsInTheWay(records: readonly ModelRecord[], type: string, name: string): boolean {
  return records.some(
    (one) => one.name.toLowerCase() === name.toLowerCase() && (type === 'CNAME' || one.type === 'CNAME'),
  );
}
