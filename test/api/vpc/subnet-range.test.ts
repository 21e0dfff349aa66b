import { readSettings } from '../../../src/shared/config/settings.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { done, makeAccount, makeVpc } from '../../support/makers.js';

let app: TestApp;
let client: Client;
/** The client of an account in which only VPCs of accepted ranges change. */
let vpcId: number;
beforeAll(async () => {
  app = await startApp({
    RESERVED_IPV4_RANGES: '10.200.0.0/16, 192.168.255.0/24 172.31.0.0/16,10.201.7.7/32',
  });
  ({ client } = await makeAccount(app));
  vpcId = (await makeVpc(client)).id;
});
afterAll(() => app.close());

const NOT_A_NETWORK = 'Must be an IPv4 network';
const NOT_PRIVATE = 'Must be within 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16';
const TOO_SMALL = 'Prefix length must be at most 29';
const reserved = (range: string) => `Range must not overlap with ${range}`;

it.each(['10.0.0.1/8', '10.0.0.1', 'fd00::/8', '10.0.0.0/33', 'x'])(
  '[Settings] RESERVED_IPV4_RANGES %s stops the start',
  (range) => {
    const env = { RESERVED_IPV4_RANGES: `10.0.0.0/8,${range}` };
    const message = `RESERVED_IPV4_RANGES has an entry that is not an IPv4 range in canonical CIDR form: ${range}`;
    expect(() => readSettings(env)).toThrow(message);
  },
);

describe('the range of a subnet', () => {
  it.each([
    ['a whole block', '10.0.0.0/9'],
    ['a whole block', '192.168.0.0/17'],
    ['a whole block', '172.16.0.0/13'],
    ['prefix 29, the longest', '10.0.0.248/29'],
    ['the last /29 of 10/8', '10.255.255.248/29'],
    ['the first range of 172.16/12', '172.16.0.0/24'],
    ['the last free range of 172.16/12', '172.30.255.248/29'],
    ['beside a reserved range', '10.199.0.0/16'],
    ['beside a reserved address', '10.201.6.248/29'],
  ])('[D-54] [D-55] may be %s: %s', async (_, ipv4) => {
    const body = { label: 'v', region: 'us-east', subnets: [{ label: 's', ipv4 }] };
    expect(done(await client.post('/vpcs', body)).subnets[0].ipv4).toBe(ipv4);
  });

  it.each([
    ['host bits', '10.0.0.1/24', NOT_A_NETWORK],
    ['host bits in the last octet but one', '10.0.1.0/23', NOT_A_NETWORK],
    ['a leading zero', '010.0.0.0/24', NOT_A_NETWORK],
    ['a leading zero inside', '10.0.00.0/24', NOT_A_NETWORK],
    ['a leading zero of the prefix', '10.0.0.0/08', NOT_A_NETWORK],
    ['hexadecimal', '0x0a.0.0.0/24', NOT_A_NETWORK],
    ['an integer', '167772160/24', NOT_A_NETWORK],
    ['fewer octets', '10.0.0/24', NOT_A_NETWORK],
    ['fewer octets', '10/8', NOT_A_NETWORK],
    ['more octets', '10.0.0.0.0/24', NOT_A_NETWORK],
    ['an octet over 255', '10.0.256.0/24', NOT_A_NETWORK],
    ['a prefix over 32', '10.0.0.0/33', NOT_A_NETWORK],
    ['a negative prefix', '10.0.0.0/-8', NOT_A_NETWORK],
    ['a sign', '10.0.0.0/+24', NOT_A_NETWORK],
    ['a netmask', '10.0.0.0/255.255.255.0', NOT_A_NETWORK],
    ['no prefix', '10.0.0.0', NOT_A_NETWORK],
    ['an empty prefix', '10.0.0.0/', NOT_A_NETWORK],
    ['two prefixes', '10.0.0.0/24/24', NOT_A_NETWORK],
    ['a space before', ' 10.0.0.0/24', NOT_A_NETWORK],
    ['a space after', '10.0.0.0/24 ', NOT_A_NETWORK],
    ['a line break after', '10.0.0.0/24\n', NOT_A_NETWORK],
    ['other digits', '１０.0.0.0/24', NOT_A_NETWORK],
    ['IPv6', 'fd00::/64', NOT_A_NETWORK],
    ['IPv4 mapped into IPv6', '::ffff:10.0.0.0/120', NOT_A_NETWORK],
    ['words', 'private', NOT_A_NETWORK],
    ['nothing', '', NOT_A_NETWORK],
    ['a public range', '8.8.8.0/24', NOT_PRIVATE],
    ['everything', '0.0.0.0/0', NOT_PRIVATE],
    ['more than a block', '10.0.0.0/7', NOT_PRIVATE],
    ['more than a block', '172.0.0.0/8', NOT_PRIVATE],
    ['more than a block', '192.168.0.0/15', NOT_PRIVATE],
    ['below 172.16/12', '172.15.255.0/24', NOT_PRIVATE],
    ['above 172.16/12', '172.32.0.0/24', NOT_PRIVATE],
    ['below 10/8', '9.255.255.0/24', NOT_PRIVATE],
    ['above 10/8', '11.0.0.0/24', NOT_PRIVATE],
    ['below 192.168/16', '192.167.255.0/24', NOT_PRIVATE],
    ['above 192.168/16', '192.169.0.0/24', NOT_PRIVATE],
    ['carrier-grade NAT', '100.64.0.0/10', NOT_PRIVATE],
    ['link-local', '169.254.0.0/16', NOT_PRIVATE],
    ['a single public address', '8.8.8.8/32', NOT_PRIVATE],
    ['prefix 30', '10.0.0.0/30', TOO_SMALL],
    ['prefix 31', '10.0.0.0/31', TOO_SMALL],
    ['prefix 32', '10.0.0.1/32', TOO_SMALL],
    ['a reserved range', '10.200.0.0/16', reserved('10.200.0.0/16')],
    ['part of a reserved range', '10.200.3.0/24', reserved('10.200.0.0/16')],
    ['around a reserved range', '192.168.0.0/16', reserved('192.168.255.0/24')],
    ['around a reserved address', '10.201.0.0/16', reserved('10.201.7.7/32')],
    ['around several: reports the first one', '10.0.0.0/8', reserved('10.200.0.0/16')],
    ['a number', 10, 'ipv4 is not valid'],
    ['null', null, 'ipv4 is required'],
    ['absent', undefined, 'ipv4 is required'],
  ])('[D-54] [D-55] may not be %s: %j', async (_, ipv4, reason) => {
    const alone = await client.post(`/vpcs/${vpcId}/subnets`, { label: 's', ipv4 });
    expect(alone).toMatchObject({ status: 400, body: refusal('ipv4', reason) });
    const body = { label: 'v', region: 'us-east', subnets: [{ label: 's', ipv4 }] };
    const withVpc = await client.post('/vpcs', body);
    expect(withVpc).toMatchObject({ status: 400, body: refusal('subnets[0].ipv4', reason) });
  });
});
