import type {
  ConfigFacts,
  DiskFacts,
  InstanceFacts,
  InterfaceFacts,
} from '../../instances/instances.port.js';
import type { ConfigRequest, DiskRequest, InstanceRequest, InterfaceRequest } from './instance.requests.js';

/** The stored instance, in the form of the PUT body (platform-api.md, Compute). */
export function instanceView(instance: InstanceFacts) {
  const { id, accountId, label, region, status, disks, configs } = instance;
  return { id, account_id: accountId, label, region, status, disks, configs: configs.map(configView) };
}

/** The facts that a request states. */
export function instanceFacts(id: number, request: InstanceRequest): InstanceFacts {
  const { account_id: accountId, label, region, status, disks = [], configs = [] } = request;
  return {
    id,
    accountId,
    label,
    region,
    status,
    disks: disks.map(diskFacts),
    configs: configs.map(configFacts),
  };
}

function configView({ id, label, interfaces }: ConfigFacts) {
  return { id, label, interfaces: interfaces.map(interfaceView) };
}

function interfaceView({ id, purpose, subnetId, active, address, nat11, ranges }: InterfaceFacts) {
  return {
    id,
    purpose,
    subnet_id: subnetId,
    active,
    ipv4: { vpc: address, nat_1_1: nat11 },
    ip_ranges: ranges,
  };
}

function diskFacts({ id, label, size, source }: DiskRequest): DiskFacts {
  return { id, label, size, source: source ?? null };
}

function configFacts({ id, label, interfaces = [] }: ConfigRequest): ConfigFacts {
  return { id, label, interfaces: interfaces.map(interfaceFacts) };
}

function interfaceFacts(request: InterfaceRequest): InterfaceFacts {
  const { id, purpose, subnet_id: subnetId = null, active, ipv4, ip_ranges: ranges = [] } = request;
  const [address, nat11] = [ipv4?.vpc ?? null, ipv4?.nat_1_1 ?? null];
  return { id, purpose, subnetId, active, address, nat11, ranges };
}
