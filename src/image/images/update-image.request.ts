import { Field } from '../../shared/validation/field.decorator.js';
import { imageDescription, imageLabel } from './image.rules.js';

export class UpdateImageRequest {
  @Field(imageLabel())
  label?: string;

  @Field(imageDescription(), { clears: null })
  description?: string | null;
}
