import { Program } from './program.js';
import { nsdServer, startKnot } from './programs.js';

/** A secondary that a customer runs for one domain, on an address in its `axfr_ips`. */
export type StartCustomersSecondary = (address: string, primary: string, domain: string) => Promise<Program>;

export const startCustomersKnot: StartCustomersSecondary = (address, primary, domain) =>
  startKnot(address, {}, { primary, domains: [domain] });

export const startCustomersNsd: StartCustomersSecondary = (address, primary, domain) => {
  const configuration = `${nsdServer(address)}
zone:
    name: ${domain}
    zonefile: zone
    request-xfr: AXFR ${primary} NOKEY
    allow-notify: 127.0.0.0/8 NOKEY
    outgoing-interface: ${address}
`;
  return Program.start(address, { 'nsd.conf': configuration }, ['nsd', '-d', '-c', 'FOLDER/nsd.conf']);
};

/** BIND listens only on addresses of an interface, and not on port 53 there, where no NOTIFY reaches it: it asks every second. */
export const startCustomersBind: StartCustomersSecondary = (address, primary, domain) => {
  const port = 5354;
  const configuration = `
options {
  directory "FOLDER"; pid-file none; session-keyfile none; lock-file none;
  listen-on port ${port} { ${address}; }; listen-on-v6 { none; };
  recursion no; dnssec-validation no; empty-zones-enable no; notify no;
};
controls { };
zone "${domain}" { type secondary; file "zone"; primaries { ${primary}; }; min-refresh-time 1; max-refresh-time 1; min-retry-time 1;
  max-retry-time 1; };
`;
  const command = ['named', '-g', '-n', '1', '-c', 'FOLDER/named.conf'];
  return Program.start(address, { 'named.conf': configuration }, command, port);
};
