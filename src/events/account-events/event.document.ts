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
  @ApiProperty({ description: 'The name of the entity at that time.' }) label: string;
  @ApiProperty({ example: 'vpc', description: 'The kind of entity.' }) type: string;
  @ApiProperty({ example: '/v4/vpcs/1', description: 'The path of the entity.' }) url: string;
}

const NULLABLE_INTEGER = { type: 'integer', nullable: true } as const;

/** D-132, in the OpenAPI document. */
export class EventResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, which the service assigns.' }) id: number;
  @ApiTime({ description: 'When the event happened.' }) created: string;
  @ApiProperty({
    example: EVENT_ACTIONS[0],
    description: `The operation. Later releases add actions, so a client must accept an unknown one: ${EVENT_ACTIONS.join(', ')}.`,
  })
  action: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The user who acted; null for the service itself.',
  })
  username: string | null;
  @ApiProperty({ description: 'The entity that the operation is about.' }) entity: EntityReferenceResponse;
  @NullableObject(EntityReferenceResponse, { description: 'A second entity of the operation.' })
  secondary_entity: EntityReferenceResponse | null;
  @ApiProperty({
    enum: ['scheduled', 'started', 'finished', 'failed', 'notification'],
    description: 'The state of the operation.',
  })
  status: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'How much of the work is done.' })
  percent_complete: number;
  @ApiProperty({ ...NULLABLE_INTEGER, description: 'Seconds until the work is done, when known.' })
  time_remaining: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The speed of the work, when known.' }) rate:
    string | null;
  @ApiProperty({ ...NULLABLE_INTEGER, description: 'Seconds that the work took, when known.' }) duration:
    number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Details, for people.' }) message:
    string | null;
  @ApiProperty({ description: 'Whether the user has marked the event as read.' }) read: boolean;
  @ApiProperty({ description: 'Whether the user has marked this event, or a later one, as seen.' })
  seen: boolean;
}
