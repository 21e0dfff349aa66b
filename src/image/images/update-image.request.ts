import { Field } from '../../shared/validation/field.decorator.js';
import { imageDescription, imageLabel } from '../image.rules.js';

export class UpdateImageRequest {
  @Field(imageLabel(), { example: 'golden', description: 'A short title.' })
  label?: string;

  @Field(imageDescription(), {
    clears: null,
    example: 'With all updates of June',
    description: 'A note, for display only.',
  })
  description?: string | null;
}
