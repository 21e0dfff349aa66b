import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { DomainHolderEntity } from './domain-holder.entity.js';

/** The account that may have a name and all names below it. */
export class DomainHolderResponse {
  @ApiProperty({ example: 'example.com', description: 'The name.' }) domain: string;
  @ApiProperty({
    type: 'integer',
    description: 'The account that may have the name, and the names below it.',
  })
  account_id: number;
  @ApiTime({ description: 'When it was entered.' }) created: string;
}

export function holderView({ domain, accountId, created }: DomainHolderEntity): DomainHolderResponse {
  return { domain, account_id: accountId, created: shownTime(created) };
}
