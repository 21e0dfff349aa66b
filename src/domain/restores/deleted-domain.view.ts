import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { DeletedDomainRow } from './deleted-domains.sql.js';

/** A deleted domain that can be restored (D-241). */
export class DeletedDomainResponse {
  @ApiProperty({ type: 'integer', description: 'The id of the domain, which it keeps when it is restored.' })
  id: number;

  @ApiProperty({ example: 'example.com', description: 'Its name.' }) domain: string;
  @ApiTime({ description: 'When it was deleted.' }) deleted: string;

  @ApiTime({ description: 'The time after which another account may have the name (D-203).' })
  free_after: string;
}

/** @param freeAfter the end of the name's hold */
export function deletedDomainView(
  { id, domain, deleted }: DeletedDomainRow,
  freeAfter: Date,
): DeletedDomainResponse {
  return { id, domain, deleted: shownTime(deleted), free_after: shownTime(freeAfter) };
}
