import type { ClientConfig } from 'pg';

/** The driver would use the options of the address instead of these. */
export function withOptions(address: string, options: string): ClientConfig {
  const url = new URL(address);
  const given = url.searchParams.get('options');
  if (given === null) return { connectionString: address, options };
  url.searchParams.delete('options');
  return { connectionString: url.href, options: `${given} ${options}` };
}
