import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import { DNSSEC_STATUSES, wantedKeys, type DnssecStatus } from './dnssec.rules.js';
import { ALGORITHM, dsOf, KEY_FLAGS, KEY_PROTOCOL, keyTagOf } from './key.rules.js';
import type { SignedZoneEntity } from '../signed-zone.entity.js';
import type { ZoneKeyEntity } from './zone-key.entity.js';

class DsResponse {
  @ApiProperty({
    type: 'integer',
    example: 55648,
    description: 'The number of the key (RFC 4034 section 5.1.1).',
  })
  key_tag: number;
  @ApiProperty({ type: 'integer', example: 13, description: 'The algorithm of the key.' }) algorithm: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'The algorithm of the digest.' })
  digest_type: number;
  @ApiProperty({
    example: 'B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17',
    description: 'The digest of the key, in hexadecimal digits.',
  })
  digest: string;
}

class DnskeyResponse {
  @ApiProperty({
    type: 'integer',
    example: 55648,
    description: 'The number of the key (RFC 4034 appendix B).',
  })
  key_tag: number;
  @ApiProperty({
    type: 'integer',
    example: 257,
    description: 'The flags of the key: 257 for a key that the parent zone names.',
  })
  flags: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Always 3.' }) protocol: number;
  @ApiProperty({ type: 'integer', example: 13, description: 'The algorithm of the key.' }) algorithm: number;
  @ApiProperty({
    example: 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
    description: 'The public key, in base64.',
  })
  public_key: string;
  @ApiTime({ description: 'When the key was made.' }) created: string;
}

/** The DNSSEC state of a domain (D-244). */
export class DnssecResponse {
  @ApiProperty({ enum: DNSSEC_STATUSES, description: 'Where the zone is between unsigned and signed.' })
  status: DnssecStatus;
  @ApiTime({
    nullable: true,
    description:
      'When the status ends by itself. null: it waits for the DS records at the registrar, or stays.',
  })
  until: string | null;
  @ApiProperty({
    type: [DsResponse],
    description: 'What the registrar should list; while `preparing`, from `until` on.',
  })
  ds_records: DsResponse[];
  @ApiProperty({ type: [DnskeyResponse], description: 'The keys that sign the zone, oldest first.' })
  dnskey_records: DnskeyResponse[];
}

export const UNSIGNED: DnssecResponse = {
  status: 'unsigned',
  until: null,
  ds_records: [],
  dnskey_records: [],
};

/** @param keys oldest first */
export function dnssecView(
  domain: string,
  { status, until }: SignedZoneEntity,
  keys: readonly ZoneKeyEntity[],
): DnssecResponse {
  return {
    status,
    until: shownTime(until),
    ds_records: wantedKeys(status, keys).map(({ publicKey }) => dsView(domain, publicKey)),
    dnskey_records: keys.map(keyView),
  };
}

function dsView(domain: string, publicKey: string): DsResponse {
  const { keyTag, algorithm, digestType, digest } = dsOf(domain, publicKey);
  return { key_tag: keyTag, algorithm, digest_type: digestType, digest };
}

function keyView({ publicKey, created }: ZoneKeyEntity): DnskeyResponse {
  return {
    key_tag: keyTagOf(publicKey),
    flags: KEY_FLAGS,
    protocol: KEY_PROTOCOL,
    algorithm: ALGORITHM,
    public_key: publicKey,
    created: shownTime(created),
  };
}
