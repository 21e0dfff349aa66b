import { Program } from './program.js';
import { nsdServer } from './programs.js';

/** A secondary that a customer runs for one domain, on an address in its `axfr_ips`, as the manual of its program says. */
export type StartCustomersSecondary = (address: string, primary: string, domain: string) => Promise<Program>;

export const startCustomersKnot: StartCustomersSecondary = (address, primary, domain) => {
  const configuration = `
server:
    rundir: "FOLDER"
    listen: ${address}@53
database:
    storage: "FOLDER"
remote:
  - id: primary
    address: ${primary}@53
    via: ${address}
acl:
  - id: notify_from_primary
    address: ${primary}
    action: notify
zone:
  - domain: ${domain}
    storage: "FOLDER"
    master: primary
    acl: notify_from_primary
`;
  return Program.start(address, { 'knot.conf': configuration }, ['knotd', '-c', 'FOLDER/knot.conf']);
};

export const startCustomersNsd: StartCustomersSecondary = (address, primary, domain) => {
  const configuration = `${nsdServer(address)}
zone:
    name: ${domain}
    zonefile: zone
    request-xfr: AXFR ${primary} NOKEY
    allow-notify: ${primary} NOKEY
    outgoing-interface: ${address}
`;
  return Program.start(address, { 'nsd.conf': configuration }, ['nsd', '-d', '-c', 'FOLDER/nsd.conf']);
};

/** BIND listens only on addresses of an interface: on loopback that is 127.0.0.1. */
export const startCustomersBind: StartCustomersSecondary = (address, primary, domain) => {
  const configuration = `
options {
  directory "FOLDER"; pid-file none; session-keyfile none; lock-file none;
  listen-on { ${address}; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; empty-zones-enable no;
};
controls { };
zone "${domain}" { type secondary; file "zone"; primaries { ${primary}; }; };
`;
  return Program.start(address, { 'named.conf': configuration }, [
    'named',
    '-g',
    '-n',
    '1',
    '-c',
    'FOLDER/named.conf',
  ]);
};

/** The programs, each on an address of its own. */
export const CUSTOMERS_SECONDARIES: readonly (readonly [string, string, StartCustomersSecondary])[] = [
  ['Knot', '127.0.0.112', startCustomersKnot],
  ['NSD', '127.0.0.113', startCustomersNsd],
  ['BIND', '127.0.0.1', startCustomersBind],
];
