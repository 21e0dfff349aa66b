import { Field } from '../../shared/validation/field.decorator.js';
import { description, integer } from '../../shared/validation/rules.js';
import { MAX_RECORDS } from '../domain.rules.js';

export class RestoreVersionRequest {
  @Field(description(0, 253), {
    clears: '',
    description: 'Why; shown with the version and in the event.',
    example: 'Back to the old servers',
  })
  description?: string;

  @Field(integer(0, MAX_RECORDS), {
    description: 'The most records that the restore may delete, as for a set of changes.',
  })
  max_deletes?: number;
}
