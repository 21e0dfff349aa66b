import { readSettings } from '../../src/shared/config/settings.js';
import { checkedRequest } from '../../src/shared/validation/checked-request.js';
import { CreateSubnetRequest } from '../../src/vpc/subnets/create-subnet.request.js';
import { UpdateSubnetRequest } from '../../src/vpc/subnets/update-subnet.request.js';
import { CreateVpcRequest } from '../../src/vpc/vpcs/create-vpc.request.js';
import { UpdateVpcRequest } from '../../src/vpc/vpcs/update-vpc.request.js';
import { faultsOfBody } from '../support/faults-of.js';

const SETTINGS = readSettings({});

type RequestClass = new () => object;
const told = (of: RequestClass, body: object) =>
  faultsOfBody(of, body, SETTINGS).map(({ field, reason }) => `${field}: ${reason}`);

const vpc = (fields: object) => ({ label: 'production', region: 'us-east', ...fields });
const withSubnet = (fields: object) => vpc({ subnets: [{ label: 'front', ipv4: '10.0.1.0/24', ...fields }] });

describe.each<[string, RequestClass, (text: string) => object, string, number, number]>([
  ['[D-51] label, VPC Create', CreateVpcRequest, (label) => vpc({ label }), 'label', 1, 64],
  ['[D-51] label, VPC Update', UpdateVpcRequest, (label) => ({ label }), 'label', 1, 64],
  [
    '[D-51] description, VPC Create',
    CreateVpcRequest,
    (description) => vpc({ description }),
    'description',
    0,
    255,
  ],
  [
    '[D-51] description, VPC Update',
    UpdateVpcRequest,
    (description) => ({ description }),
    'description',
    0,
    255,
  ],
  [
    '[D-53] label of a subnet, VPC Create',
    CreateVpcRequest,
    (label) => withSubnet({ label }),
    'subnets[0].label',
    1,
    64,
  ],
  [
    'label, VPC Subnet Create',
    CreateSubnetRequest,
    (label) => ({ label, ipv4: '10.0.1.0/24' }),
    'label',
    1,
    64,
  ],
  ['label, VPC Subnet Update', UpdateSubnetRequest, (label) => ({ label }), 'label', 1, 64],
])('%s', (_, of, body, field, min, max) => {
  it.each([min, max])('may have %i characters', (length) => {
    expect(told(of, body('x'.repeat(length)))).toEqual([]);
    expect(told(of, body('😀'.repeat(length)))).toEqual([]);
  });

  it.each([min - 1, max + 1].filter((length) => length >= 0))('may not have %i', (length) => {
    const reason = `${field}: Length must be ${min}-${max} characters`;
    expect(told(of, body('x'.repeat(length)))).toEqual([reason]);
  });

  it('[D-12] accepts printable characters only', () => {
    const key = field.split('.').at(-1)!;
    expect(told(of, body('a\u0007b'))).toEqual([`${field}: ${key} is not valid`]);
    expect(told(of, body('a\nb'))).toEqual(key === 'description' ? [] : [`${field}: ${key} is not valid`]);
  });
});

it.each<[string, RequestClass, object, string[]]>([
  ['required of a VPC', CreateVpcRequest, {}, ['label: label is required', 'region: region is required']],
  [
    '[D-15] null counts as absent',
    CreateVpcRequest,
    { label: null, region: null, description: null, subnets: null },
    ['label: label is required', 'region: region is required'],
  ],
  ['[D-53] no subnets', CreateVpcRequest, vpc({ subnets: [] }), []],
  ['[D-53] not a list', CreateVpcRequest, vpc({ subnets: {} }), ['subnets: subnets is not valid']],
  [
    '[D-53] entries that are not subnets',
    CreateVpcRequest,
    vpc({ subnets: [null, 1] }),
    ['subnets[0]: subnets[0] is not valid', 'subnets[1]: subnets[1] is not valid'],
  ],
  ['required of a subnet', CreateSubnetRequest, {}, ['label: label is required', 'ipv4: ipv4 is required']],
  ['[D-14] nothing changes of a VPC', UpdateVpcRequest, {}, []],
  ['[D-14] nothing changes of a subnet', UpdateSubnetRequest, {}, []],
  [
    '[D-27] [D-183] all at once',
    CreateVpcRequest,
    { subnets: [{ ipv4: 'x' }], description: 1, region: 1, label: 1 },
    [
      'label: label is not valid',
      'region: region is not valid',
      'description: description is not valid',
      'subnets[0].label: label is required',
      'subnets[0].ipv4: Must be an IPv4 network',
    ],
  ],
])('%s', (_, of, body, faults) => {
  expect(told(of, body)).toEqual(faults);
});

it('[D-15] null clears only the description of a VPC', () => {
  expect(checkedRequest(UpdateVpcRequest, { label: null, description: null }, SETTINGS)).toEqual({
    description: '',
  });
});
