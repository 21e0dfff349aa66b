import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

export const KEY = Buffer.alloc(32, 1).toString('base64');
export const DATABASE = 'postgres://user:secret@localhost/name';

const FILE = join(packageRoot, 'package.json');
const NOWHERE = join(tmpdir(), 'nowhere');
const hostNames = (count: number) => Array.from({ length: count }, (_, i) => `ns${i}.example.net`).join();
const urls = ['postgres://standby/x', 'postgresql://standby:5001/x', 'postgres://user:50%25@standby/a%20b'];
const notUrls = [
  'standby',
  'http://standby',
  'postgres://standby:65536/x',
  'postgres://user:50%@standby/x',
  'postgres://standby/a%2Fb',
];
const hosts = ['127.0.0.1', '::', 'fe80::1%eth0', 'localhost', 'api-1.internal'];
const notHosts = ['http://localhost', 'a b', '-a', '127.0.0.1:80', 'a'.repeat(254)];
const networks = ['10.0.0.0/8,::1', '192.0.2.1'];
const notNetworks = ['10.0.0.0/33', '127.0.0.0/8/8', 'proxy', '300.0.0.1'];
const addresses = ['192.0.2.1, 2001:db8::1'];
const notAddresses = ['192.0.2.0/24', 'ns1.example.com'];
const servers = ['192.0.2.1', '192.0.2.1:65535 [2001:db8::2]:5353'];
const notServers = ['ns1.example.net', '192.0.2.1:65536', '192.0.2.0/24', '192.0.2.1:'];

/** What a text setting takes and what it refuses, its longest and shortest among them. */
export interface TextValues {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** Of each setting that is no number. */
export const TEXT_SETTINGS: Readonly<Record<string, TextValues>> = {
  HOST: { good: hosts, bad: notHosts },
  METRICS_HOST: { good: hosts, bad: notHosts },
  PUBLIC_URL: {
    good: ['https://a.example.com', 'http://localhost:1/', 'http://localhost:65535'],
    bad: [
      'a.example.com',
      'ftp://example.com',
      '/v4',
      'https://example.com/cloud',
      'https://example.com/?a',
      'https://user@example.com',
      'http://localhost:65536',
    ],
  },
  DATABASE_URL: { good: urls, bad: ['mysql://localhost/x', ...notUrls] },
  DATABASE_READ_URL: { good: urls, bad: notUrls },
  DATABASE_MIGRATION_URL: { good: urls, bad: notUrls },
  DATABASE_POOLER: { good: ['none', 'transaction'], bad: ['session', 'yes', 'Transaction'] },
  // Whether it can be used shows at the start: `test/start/embedded-failures.test.ts`.
  DATA_DIR: { good: ['.data', NOWHERE], bad: [] },
  ENCRYPTION_KEY: {
    good: [KEY, `spring:${KEY}`, `2:${KEY}, ${KEY}`, `${'a'.repeat(32)}:${KEY}`],
    bad: [
      'short',
      KEY.slice(4),
      `${KEY}${KEY}`,
      'ü'.repeat(32),
      `:${KEY}`,
      `${KEY},`,
      `1:${KEY},${KEY}`,
      `a b:${KEY}`,
      `${'a'.repeat(33)}:${KEY}`,
    ],
  },
  PLATFORM_TOKEN: {
    good: ['x'.repeat(32), `${'x'.repeat(32)},${'~'.repeat(1024)}`],
    bad: [
      'x'.repeat(31),
      'x'.repeat(1025),
      `${'x'.repeat(32)},`,
      Array(3).fill('x'.repeat(32)).join(),
      'ü'.repeat(32),
      `${'x'.repeat(32)} x`,
    ],
  },
  PUBLIC_IMAGE_PREFIX: {
    good: ['public', 'our-images', 'a'.repeat(63)],
    bad: ['private', 'Our', 'a/b', '-a', 'a b', 'a'.repeat(64)],
  },
  SERVICE_NAME: { good: ['A', 'Ä'.repeat(100)], bad: ['a\nb', 'a'.repeat(101)] },
  IMAGE_STORE: {
    good: ['file:/var/images', 's3://bucket', `s3://${'a'.repeat(63)}`],
    bad: ['/var/images', 's3://', 'https://bucket', 'file:', `s3://${'a'.repeat(64)}`],
  },
  DISK_DIR: { good: [packageRoot], bad: [NOWHERE, FILE, join(FILE, 'inside')] },
  SMS_WEBHOOK_URL: {
    good: ['https://sms.example.com/send'],
    bad: ['sms.example.com', 'mailto:a@example.com'],
  },
  REGIONS_FILE: { good: [], bad: [NOWHERE, FILE, packageRoot] },
  LOG_LEVEL: { good: ['fatal', 'silent'], bad: ['loud', 'INFO'] },
  TRUSTED_PROXIES: { good: networks, bad: notNetworks },
  NAMESERVERS: {
    good: ['ns1.example.com', 'NS1.example.com., ns2.example.com', hostNames(13)],
    bad: ['ns1', '-a.example.com', '192.0.2.1', ',', hostNames(14)],
  },
  CATALOG_ZONE: { good: ['catalog.invalid'], bad: ['catalog', 'catalog_.invalid', 'a.invalid,b.invalid'] },
  SECONDARIES: { good: servers, bad: notServers },
  TSIG_KEY: {
    good: [`hmac-sha512:name:${KEY}`],
    bad: ['secret', `md5:name:${KEY}`, `hmac-sha256::${KEY}`, 'hmac-sha256:name:c2hvcnQ='],
  },
  RESERVED_DOMAINS: { good: ['example.org', hostNames(100)], bad: ['org', 'a_b.example'] },
  AXFR_ALLOWED_NETWORKS: { good: networks, bad: notNetworks },
  AXFR_SOURCE_IPS: { good: addresses, bad: notAddresses },
  NOTIFY_SOURCE_IPS: { good: addresses, bad: notAddresses },
  RESOLVERS: { good: servers, bad: notServers },
  REGISTRY_CHECK: { good: ['on', 'off'], bad: ['yes', 'ON', 'true'] },
  RESERVED_IPV4_RANGES: { good: ['10.255.0.0/16'], bad: ['10.0.0.0/40', '10.0.0.1/8', 'ten'] },
};

/** Settings that other settings need beside them. */
export const COMPANIONS = {
  DATABASE_URL: DATABASE,
  ENCRYPTION_KEY: KEY,
  CATALOG_ZONE: 'catalog.invalid',
  SECONDARIES: '192.0.2.1',
  TSIG_KEY: `hmac-sha256:Secondaries.example:${KEY}`,
};
