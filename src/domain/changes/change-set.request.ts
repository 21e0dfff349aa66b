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
      'What changes, in this order; the rules hold for what comes of all of it. Each entry is one of the four forms.',
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
      'The most records that may be gone, where a set of records that has fewer than before has lost the difference. Without it, of 20 ' +
      'records or more half may go.',
  })
  max_deletes?: number;
}
