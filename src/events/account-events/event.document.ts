import { ApiProperty } from '@nestjs/swagger';
import { NullableObject } from '../../shared/openapi/nullable.js';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { EVENT_ACTIONS } from '../event.js';

class EntityReferenceResponse {
  @ApiProperty({
    oneOf: [{ type: 'integer', nullable: true }, { type: 'string' }],
    description: 'A number where the entity has one.',
  })
  id: number | string | null;
  @ApiProperty() label: string;
  @ApiProperty({ example: 'vpc' }) type: string;
  @ApiProperty({ example: '/v4/vpcs/1' }) url: string;
}

const NULLABLE_INTEGER = { type: 'integer', nullable: true } as const;

/** D-132, in the OpenAPI document. */
export class EventResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiTime() created: string;
  @ApiProperty({ enum: EVENT_ACTIONS }) action: string;
  @ApiProperty({ type: 'string', nullable: true }) username: string | null;
  @ApiProperty() entity: EntityReferenceResponse;
  @NullableObject(EntityReferenceResponse) secondary_entity: EntityReferenceResponse | null;
  @ApiProperty({ enum: ['scheduled', 'started', 'finished', 'failed', 'notification'] }) status: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) percent_complete: number;
  @ApiProperty(NULLABLE_INTEGER) time_remaining: number | null;
  @ApiProperty({ type: 'string', nullable: true }) rate: string | null;
  @ApiProperty(NULLABLE_INTEGER) duration: number | null;
  @ApiProperty({ type: 'string', nullable: true }) message: string | null;
  @ApiProperty() read: boolean;
  @ApiProperty() seen: boolean;
}
