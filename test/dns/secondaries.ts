import type { Program } from './program.js';
import { startSecondary } from './programs.js';

/** The settings of a service that announces its changes to secondaries at these addresses. */
export function secondarySettings(addresses: readonly string[]) {
  return {
    CATALOG_ZONE: 'catalog.invalid',
    SECONDARIES: addresses.join(),
    TSIG_KEY: `hmac-sha256:secondaries.example:${Buffer.alloc(32, 5).toString('base64')}`,
  };
}

/** The settings of a service whose customers run secondaries on loopback, and list the address of the primary there. */
export function customersSettings(primary: string, secondaries: readonly string[] = ['127.0.0.89']) {
  return {
    ...secondarySettings(secondaries),
    NOTIFY_SOURCE_IPS: primary,
    AXFR_ALLOWED_NETWORKS: '127.0.0.0/24',
  };
}

/**
 * The secondaries that the settings name.
 * @param under a command that starts each
 * @param signer the address of the signer, if there is one
 */
export function startSecondaries(
  { CATALOG_ZONE, SECONDARIES, TSIG_KEY }: ReturnType<typeof secondarySettings>,
  primary: string,
  under?: readonly string[],
  signer?: string,
): Promise<Program[]> {
  const of = { primary, signer, catalogZone: CATALOG_ZONE, tsigKey: TSIG_KEY };
  return Promise.all(SECONDARIES.split(',').map((address) => startSecondary(address, of, under)));
}
