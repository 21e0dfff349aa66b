/**
 * Writes an address in a form that ipaddr.js reads as it is meant. The library reads `::192.0.2.1`,
 * which is `::c000:201`, as `::ffff:192.0.2.1`.
 */
export function unambiguousAddress(address: string): string {
  return address.replace(/^::(?=\d+\.)/, '0::');
}
