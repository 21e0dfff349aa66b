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
  @Field(reference(), { required: true, example: 11 })
  id: number;

  @Field(label(0, 128), { required: true, example: 'boot' })
  label: string;

  @Field(integer(0, MAX_MIB), { required: true, description: 'MiB', example: 25600 })
  size: number;

  @Field(string((value) => (staysInside(value) ? undefined : notValid('source'))), {
    description: 'Where its raw bytes are, relative to DISK_DIR.',
    example: 'web-1/boot.raw',
  })
  source?: string;
}

export class InterfaceIpv4Request {
  @Field(address('vpc'), { example: '10.0.0.2' })
  vpc?: string;

  @Field(address('nat_1_1'), { example: '203.0.113.7' })
  nat_1_1?: string;
}

export class InterfaceRequest {
  @Field(reference(), { required: true, example: 31 })
  id: number;

  @Field(oneOf(['vpc', 'public', 'vlan']), { required: true, example: 'vpc' })
  purpose: string;

  @Field(reference(), { description: 'Required for purpose vpc.', example: 5 })
  subnet_id?: number;

  @Field(boolean(), { required: true, example: true })
  active: boolean;

  @Field(object(), { of: InterfaceIpv4Request })
  ipv4?: InterfaceIpv4Request;

  @Field(list({ ...address('ip_ranges'), check: checkRange }), { example: ['10.0.0.64/26'] })
  ip_ranges?: string[];
}

export class ConfigRequest {
  @Field(reference(), { required: true, example: 21 })
  id: number;

  @Field(label(0, 128), { required: true, example: 'default' })
  label: string;

  @Field(objects(), { of: InterfaceRequest })
  interfaces?: InterfaceRequest[];
}

export class InstanceRequest {
  @Field(reference(), { required: true, example: 1 })
  account_id: number;

  @Field(label(0, 128), { required: true, example: 'web-1' })
  label: string;

  @Field(label(1, 64), { required: true, example: 'us-east' })
  region: string;

  @Field(oneOf(['running', 'offline']), { required: true, example: 'running' })
  status: string;

  @Field(objects(), { of: DiskRequest })
  disks?: DiskRequest[];

  @Field(objects(), { of: ConfigRequest })
  configs?: ConfigRequest[];
}

function checkRange(value: unknown, key: string): Reason | undefined {
  return typeof value === 'string' && parseRange(value) ? undefined : notValid(key);
}
