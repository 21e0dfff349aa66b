import { ApiProperty } from '@nestjs/swagger';
import { PROPAGATION_STATUSES, type PropagationStatus } from './propagation.rules.js';
import type { ServedSerial } from './served-serials.js';

/** The present answer of a nameserver. */
export class NameserverResponse {
  @ApiProperty({ description: 'The name, or the address where the operator gives only that.' }) name: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address; null for a name that has none.' })
  address: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'The serial of the zone that it serves; null when it does not serve the zone, or does not answer.',
  })
  serial: number | null;
}

/** Whether all nameservers serve a change (D-245). */
export class PropagationState {
  @ApiProperty({
    enum: PROPAGATION_STATUSES,
    description: '`live` when each nameserver serves the serial of the change or a later one.',
  })
  status: PropagationStatus;

  @ApiProperty({ type: [NameserverResponse], description: 'The present answer of each nameserver.' })
  nameservers: NameserverResponse[];
}

/** The newest change of a zone, and whether it is live. */
export class PropagationResponse extends PropagationState {
  @ApiProperty({ type: 'integer', description: 'The id of the change.' }) id: number;
  @ApiProperty({ type: 'integer', description: 'The version of the zone that it made.' }) version: number;
  @ApiProperty({ type: 'integer', description: 'The serial of the SOA record.' }) serial: number;
}

export function nameserverView({ name, address, said }: ServedSerial): NameserverResponse {
  return { name, address, serial: typeof said === 'number' ? said : null };
}
