import { Field } from '../../shared/validation/field.decorator.js';
import {
  boolean,
  integer,
  label,
  list,
  object,
  objects,
  oneOf,
  reference,
  string,
} from '../../shared/validation/rules.js';
import { parseAddress, parseRange } from '../../shared/networking/ipv4.rules.js';
import type { Reason } from '../../shared/errors/reason.js';
import { notValid } from '../../shared/validation/rule.js';
import { staysInside } from './relative-path.rules.js';

const MAX_MIB = 2147483647;
const address = (key: string) =>
  string((value) => (parseAddress(value) === undefined ? notValid(key) : undefined));

export class DiskRequest {
  @Field(reference(), { required: true, example: 11, description: 'ID of the disk, which compute assigns.' })
  id: number;

  @Field(label(0, 128), { required: true, example: 'boot', description: 'The name of the disk.' })
  label: string;

  @Field(integer(0, MAX_MIB), { required: true, description: 'MiB', example: 25600 })
  size: number;

  @Field(string((value) => (staysInside(value) ? undefined : notValid('source'))), {
    description: 'Where its raw bytes are, relative to DISK_DIR.',
    example: 'web-1/boot.raw',
  })
  source?: string;
}

class InterfaceIpv4Request {
  @Field(address('vpc'), { example: '10.0.0.2', description: 'The address in the subnet.' })
  vpc?: string;

  @Field(address('nat_1_1'), { example: '203.0.113.7', description: 'The public address for NAT 1:1.' })
  nat_1_1?: string;
}

export class InterfaceRequest {
  @Field(reference(), {
    required: true,
    example: 31,
    description: 'ID of the interface, which compute assigns.',
  })
  id: number;

  @Field(oneOf(['vpc', 'public', 'vlan']), {
    required: true,
    example: 'vpc',
    description: 'What the interface is for.',
  })
  purpose: string;

  @Field(reference(), { description: 'Required for purpose vpc.', example: 5 })
  subnet_id?: number;

  @Field(boolean(), { required: true, example: true, description: 'Whether the interface is active.' })
  active: boolean;

  @Field(object(), { of: InterfaceIpv4Request, description: 'The addresses of the interface.' })
  ipv4?: InterfaceIpv4Request;

  @Field(list({ ...address('ip_ranges'), check: checkRange }), {
    example: ['10.0.0.64/26'],
    description: 'Ranges of the subnet that are routed to the interface.',
  })
  ip_ranges?: string[];
}

export class ConfigRequest {
  @Field(reference(), {
    required: true,
    example: 21,
    description: 'ID of the configuration profile, which compute assigns.',
  })
  id: number;

  @Field(label(0, 128), {
    required: true,
    example: 'default',
    description: 'The name of the configuration profile.',
  })
  label: string;

  @Field(objects(), { of: InterfaceRequest, description: 'The interfaces of the configuration profile.' })
  interfaces?: InterfaceRequest[];
}

export class InstanceRequest {
  @Field(reference(), { required: true, example: 1, description: 'The account that owns the instance.' })
  account_id: number;

  @Field(label(0, 128), { required: true, example: 'web-1', description: 'The name of the instance.' })
  label: string;

  @Field(label(1, 64), { required: true, example: 'us-east', description: 'The region of the instance.' })
  region: string;

  @Field(oneOf(['running', 'offline']), {
    required: true,
    example: 'running',
    description: 'Whether the instance runs.',
  })
  status: string;

  @Field(objects(), { of: DiskRequest, description: 'All disks of the instance.' })
  disks?: DiskRequest[];

  @Field(objects(), { of: ConfigRequest, description: 'All configuration profiles of the instance.' })
  configs?: ConfigRequest[];
}

function checkRange(value: unknown, key: string): Reason | undefined {
  return typeof value === 'string' && parseRange(value) ? undefined : notValid(key);
}
