import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../shared/validation/field.decorator.js';
import { description, integer } from '../../shared/validation/rules.js';
import { MAX_RECORDS } from '../domain.rules.js';
import { CHANGE_SCHEMA } from './change-set.schemas.js';

/** A set of changes of one zone (D-240). `readEntries` checks `changes`. */
export class ChangeSetRequest {
  @ApiProperty({
    type: 'array',
    items: CHANGE_SCHEMA,
    maxItems: MAX_RECORDS,
    required: true,
    description:
      'The changes, in their order. The rules hold for the zone after the last one. Each entry has one of the four forms.',
    example: [
      { replace: { type: 'A', name: 'www' }, with: [{ target: '203.0.113.10', ttl_sec: 300 }] },
      { create: { type: 'TXT', name: 'note', target: 'from a change set' } },
    ],
  })
  changes: unknown;

  @Field(description(0, 253), {
    clears: '',
    description: 'Why; shown with the version and in the event.',
    example: 'Move to the new servers',
  })
  description?: string;

  @Field(integer(0, MAX_RECORDS), {
    description:
      'The most records that the changes may delete. A record counts as deleted when its set has fewer records afterwards. The default ' +
      'is half of the records of a zone with 20 or more.',
  })
  max_deletes?: number;
}
