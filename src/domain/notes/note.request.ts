import { Field } from '../../shared/validation/field.decorator.js';
import { description, label } from '../../shared/validation/rules.js';

/** A change of a note. An absent field stays as it is. */
export class NoteRequest {
  @Field(description(0, 253), {
    clears: '',
    description: 'What the record is for.',
    example: 'Shop, until the move',
  })
  note?: string;

  @Field(label(0, 64), {
    clears: '',
    description: 'Who or what looks after the record, such as a team or a program.',
    example: 'team-web',
  })
  owner?: string;
}
