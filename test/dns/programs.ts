import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';
import { Program } from './program.js';
import { PROGRAMS } from '../support/processes.js';

/** A zone file by the domain's name. */
export type Zones = Readonly<Record<string, string>>;

/**
 * PowerDNS with the configuration of `deploy/powerdns`, on the service's database, with its own login role.
 * @param under a command that starts it
 */
export function startPowerDns(
  address: string,
  databaseUrl: string,
  under: readonly string[] = [],
): Promise<Program> {
  const polls = readFileSync(join(packageRoot, 'deploy/powerdns/changed-zones-4.7.conf'), 'utf8');
  return asNameserver(databaseUrl, ({ hostname, port, pathname, username, password }) =>
    Program.start(address, { 'changed-zones.conf': polls }, [
      ...under,
      'pdns_server',
      `--config-dir=${join(packageRoot, 'deploy', 'powerdns')}`,
      '--include-dir=FOLDER',
      '--socket-dir=FOLDER',
      `--gpgsql-host=${hostname}`,
      `--gpgsql-port=${port || 5432}`,
      `--gpgsql-dbname=${pathname.slice(1)}`,
      `--gpgsql-user=${username}`,
      `--gpgsql-password=${password}`,
      `--local-address=${address}`,
      '--local-port=53',
      `--query-local-address=${address}`,
      '--daemon=no',
      '--setuid=',
      '--setgid=',
    ]),
  );
}

/** The signer, from its sources, on the service's database. @param under a command that starts it */
export function startSigner(
  address: string,
  databaseUrl: string,
  under: readonly string[] = [],
): Promise<Program> {
  return asNameserver(databaseUrl, ({ href }) =>
    Program.start(address, {}, [
      'env',
      `DATABASE_URL=${href}`,
      `LISTEN=${address}`,
      ...under,
      process.execPath,
      '--no-warnings',
      PROGRAMS.signer,
    ]),
  );
}

/** Starts a program with a login role of its own that has the rights of nameservers, and drops the role with it. */
async function asNameserver(databaseUrl: string, start: (url: URL) => Promise<Program>): Promise<Program> {
  const url = new URL(databaseUrl);
  url.username = `nameserver_${randomBytes(6).toString('hex')}`;
  url.password = randomBytes(12).toString('hex');
  await onDatabase(
    databaseUrl,
    `CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}' IN ROLE cloud_account_nameserver`,
  );
  const server = await start(url);
  const stop = server.stop.bind(server);
  server.stop = async () => {
    await stop();
    await onDatabase(databaseUrl, `DROP ROLE ${url.username}`);
  };
  return server;
}

/** Whose secondary a program is: deploy/dns/knot, as the compose file runs it. */
export interface SecondaryOf {
  readonly primary: string;
  readonly signer?: string | undefined;
  readonly catalogZone: string;
  readonly tsigKey: string;
}

/** Knot as `deploy/dns/knot` starts it: it holds all zones of the service. @param under a command that starts it */
export function startSecondary(
  address: string,
  { primary, signer, catalogZone, tsigKey }: SecondaryOf,
  under: readonly string[] = [],
): Promise<Program> {
  const settings = [
    `PRIMARY=${primary}@53`,
    ...(signer === undefined ? [] : [`SIGNER=${signer}@53`]),
    `CATALOG_ZONE=${catalogZone}`,
    `TSIG_KEY=${tsigKey}`,
  ];
  const start = join(packageRoot, 'deploy/dns/knot');
  const command = ['env', 'DATA=FOLDER', `LISTEN=${address}@53`, ...settings, ...under, start];
  return Program.start(address, {}, command);
}

export function startKnot(address: string, zones: Zones): Promise<Program> {
  const own = Object.keys(zones).map(
    (domain) => `  - domain: ${domain}\n    file: FOLDER/${domain}.zone\n    acl: all\n`,
  );
  const configuration = `
server:
    rundir: "FOLDER"
    listen: ${address}@53
database:
    storage: "FOLDER/database"
acl:
  - id: all
    address: 127.0.0.0/8
    action: transfer
zone:
${own.join('')}`;
  return Program.start(address, { ...files(zones), 'knot.conf': configuration }, [
    'knotd',
    '-c',
    'FOLDER/knot.conf',
  ]);
}

/** What every nsd.conf here begins with. */
export const nsdServer = (address: string) => `
server:
    ip-address: ${address}@53
    username: ""
    zonesdir: "FOLDER"
    pidfile: "FOLDER/nsd.pid"
    xfrdfile: "FOLDER/xfrd.state"
    xfrdir: "FOLDER"
    zonelistfile: "FOLDER/zone.list"
    database: ""
    server-count: 1
remote-control:
    control-enable: no`;

export function startNsd(address: string, zones: Zones): Promise<Program> {
  const configuration = `${nsdServer(address)}
${Object.keys(zones)
  .map(
    (domain) =>
      `zone:\n    name: ${domain}\n    zonefile: ${domain}.zone\n    provide-xfr: 127.0.0.0/8 NOKEY\n`,
  )
  .join('')}`;
  return Program.start(address, { ...files(zones), 'nsd.conf': configuration }, [
    'nsd',
    '-d',
    '-c',
    'FOLDER/nsd.conf',
  ]);
}

/** BIND listens only on addresses of an interface. On loopback that is 127.0.0.1, where port 53 may be in use. */
export function startBind(address: string, zones: Zones): Promise<Program> {
  const port = 5353;
  const configuration = `
options {
  directory "FOLDER"; pid-file none; session-keyfile none; lock-file none;
  listen-on port ${port} { ${address}; }; listen-on-v6 { none; };
  recursion no; allow-transfer { 127.0.0.0/8; }; dnssec-validation no; empty-zones-enable no; check-integrity no;
};
controls { };
${Object.keys(zones)
  .map((domain) => `zone "${domain}" { type primary; file "${domain}.zone"; check-names ignore; };`)
  .join('\n')}`;
  return Program.start(
    address,
    { ...files(zones), 'named.conf': configuration },
    ['named', '-g', '-n', '1', '-c', 'FOLDER/named.conf'],
    port,
  );
}

/**
 * A recursive resolver whose root is the server at this address; it keeps nothing.
 * @param trusted DNSKEY records that it validates with; without any it does not validate
 * @param stub a zone that it asks the root's server for
 * @param under a command that starts it
 */
export function startUnbound(
  address: string,
  root: string,
  {
    trusted = [],
    stub,
    under = [],
  }: { trusted?: readonly string[]; stub?: string; under?: readonly string[] } = {},
): Promise<Program> {
  const configuration = `
server:
    interface: ${address}
    port: 53
    do-daemonize: no
    username: ""
    chroot: ""
    directory: "FOLDER"
    pidfile: "FOLDER/unbound.pid"
    use-syslog: no
    do-ip6: no
    num-threads: 1
    access-control: 127.0.0.0/8 allow
    do-not-query-localhost: no
    module-config: "${trusted.length > 0 ? 'validator ' : ''}iterator"
${trusted.map((key) => `    trust-anchor: "${key}"\n`).join('')}    val-bogus-ttl: 0
    root-hints: "FOLDER/root.hints"
    cache-max-ttl: 0
    cache-max-negative-ttl: 0
remote-control:
    control-enable: no
${stub === undefined ? '' : `stub-zone:\n    name: ${stub}\n    stub-addr: ${root}\n`}`;
  const hints = `. 3600 IN NS ns.root.\nns.root. 3600 IN A ${root}\n`;
  return Program.start(address, { 'unbound.conf': configuration, 'root.hints': hints }, [
    ...under,
    'unbound',
    '-d',
    '-c',
    'FOLDER/unbound.conf',
  ]);
}

function files(zones: Zones): Record<string, string> {
  return Object.fromEntries(Object.entries(zones).map(([domain, text]) => [`${domain}.zone`, `${text}\n`]));
}

async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
