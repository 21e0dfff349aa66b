import { isIP } from 'node:net';

/** The address of a DNS server. */
export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

const DNS_PORT = 53;
const FORM = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/;

/**
 * Parses an address with an optional port: `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1`,
 * `[2001:db8::1]:5353`.
 * @returns undefined for anything else
 */
export function serverAddress(text: string): ServerAddress | undefined {
  if (isIP(text)) return { address: text, port: DNS_PORT };
  const [, ipv6, ipv4, digits] = FORM.exec(text) ?? [];
  const [address, port] = [ipv6 ?? ipv4 ?? '', Number(digits ?? DNS_PORT)];
  const isRight = isIP(address) === (ipv6 === undefined ? 4 : 6) && port >= 1 && port <= 65535;
  return isRight ? { address, port } : undefined;
}
