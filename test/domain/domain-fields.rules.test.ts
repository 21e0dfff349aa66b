import {
  axfrAddresses,
  domainName,
  masterAddresses,
  nameserver,
  seconds,
  soaEmail,
} from '../../src/domain/domains/domain-fields.rules.js';
import type { Rule } from '../../src/shared/validation/rule.js';
import { tags } from '../../src/shared/validation/tags.rules.js';
import { refusalOf } from '../support/rule.js';

/** A field's rule, its schema in the document, and its result for values. */
type Row = [key: string, rule: Rule, schema: object, rows: [reason: string, value: unknown, said: unknown][]];

const address = { type: 'string', example: '203.0.113.1' };
const notAddress = (index: number) => ({ at: `[${index}]`, reason: 'Must be a valid IP address' });
const label = (length: number) => 'a'.repeat(length);

describe.each<Row>([
  [
    'domain',
    domainName(),
    { type: 'string', minLength: 1, maxLength: 253, example: 'example.com' },
    [
      ['[D-91] a name', 'Example.com.', undefined],
      ['[D-91] no name', 'example', 'Domain is not valid.'],
      ['[D-184] empty', '', 'Domain is not valid.'],
      ['[D-184] over 253', `${label(63)}.`.repeat(4), 'Domain is not valid.'],
      ['no string', 5, 'domain is not valid'],
    ],
  ],
  [
    'soa_email',
    soaEmail(),
    { type: 'string', format: 'email', example: 'admin@example.com' },
    [
      ['[D-70] an address', 'admin@example.com', undefined],
      ['[D-15] none', '', undefined],
      ['[D-70] no address', 'admin', 'Invalid email address.'],
      ['no string', [], 'soa_email is not valid'],
    ],
  ],
  [
    'master_ips',
    masterAddresses(),
    { type: 'array', items: address },
    [
      ['[D-94] addresses', ['192.0.2.1', '2001:db8::1'], undefined],
      ['none', [], undefined],
      ['[D-94] no addresses', ['192.0.2.1', 'ns1.example.com', ''], [notAddress(1), notAddress(2)]],
      ['no list', '192.0.2.1', 'master_ips is not valid'],
      ['10,000 characters', Array(1000).fill('10.0.0.100'), undefined],
      ['over 10,000', Array(1001).fill('10.0.0.100'), 'Length must be 0-10000 characters'],
    ],
  ],
  [
    'axfr_ips',
    axfrAddresses(),
    { type: 'array', items: address },
    [
      ['1000 characters', Array(100).fill('10.0.0.100'), undefined],
      ['[D-184] over 1000', Array(101).fill('10.0.0.100'), 'Length must be 0-1000 characters'],
      ['[D-94] no address', ['x'], [notAddress(0)]],
    ],
  ],
  [
    'ttl_sec',
    seconds(),
    { type: 'integer', minimum: 0, maximum: 9007199254740991 },
    [
      ['zero', 0, undefined],
      ['[D-295] more than DNS can carry', 2147483648, undefined],
      ['[D-295] the most', 9007199254740991, undefined],
      ['negative', -1, 'Must be 0-2147483647'],
      ['[D-295] beyond what JSON carries exactly', 9007199254740992, 'ttl_sec is not valid'],
      ['[D-295] far beyond', 1e300, 'ttl_sec is not valid'],
      ['a fraction', 0.5, 'ttl_sec is not valid'],
    ],
  ],
  [
    'tags',
    tags(),
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: 255 } },
    [
      ['[D-96] one character and 255', ['a', label(255)], undefined],
      [
        '[D-184] none and 256',
        ['', label(256)],
        [0, 1].map((i) => ({ at: `[${i}]`, reason: 'Length must be 1-255 characters' })),
      ],
      ['[D-12] a control character', ['a\n'], [{ at: '[0]', reason: 'tags[0] is not valid' }]],
      ['10,000 characters', Array(50).fill(label(200)), undefined],
      ['over 10,000', [...Array(50).fill(label(200)), 'a'], 'Length must be 0-10000 characters'],
    ],
  ],
  [
    'remote_nameserver',
    nameserver(),
    { type: 'string', example: 'ns1.example.net' },
    [
      ['a name', 'ns1.example.net', undefined],
      ['a name with a final period', 'ns1.example.net.', undefined],
      ['one label', 'localhost', undefined],
      ['a name of digits, underscores, upper case', 'NS_1.0', undefined],
      ['an IPv4 address', '192.0.2.1', undefined],
      ['an IPv6 address', '2001:db8::1', undefined],
      ['a label of 63', `${label(63)}.net`, undefined],
      ['254 characters with a final period', `${`${label(63)}.`.repeat(3)}${label(61)}.`, undefined],
      ['a port', 'ns1.example.net:53', 'remote_nameserver is not valid'],
      ['a port after an address', '[2001:db8::1]:53', 'remote_nameserver is not valid'],
      ['a zone index', 'fe80::1%eth0', 'remote_nameserver is not valid'],
      ['a label of 64', `${label(64)}.net`, 'remote_nameserver is not valid'],
      ['a first label of 64', label(64), 'remote_nameserver is not valid'],
      ['255 characters', `${`${label(63)}.`.repeat(3)}${label(62)}.`, 'remote_nameserver is not valid'],
      ['an empty label', 'ns1..net', 'remote_nameserver is not valid'],
      ['a leading period', '.net', 'remote_nameserver is not valid'],
      ['two final periods', 'ns1.net..', 'remote_nameserver is not valid'],
      ['a space', 'ns1 example.net', 'remote_nameserver is not valid'],
      ['an address in a URL', 'http://ns1.example.net', 'remote_nameserver is not valid'],
      ['empty', '', 'remote_nameserver is not valid'],
      ['no string', 53, 'remote_nameserver is not valid'],
    ],
  ],
])('[D-184] %s', (key, rule, schema, rows) => {
  it.each(rows)('%s', (_reason, value, expected) => {
    expect(refusalOf(rule, value, key)).toEqual(expected);
  });

  it('is the same in the document', () => {
    expect(rule.schema).toEqual(schema);
  });
});
