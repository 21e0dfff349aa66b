import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, reference } from '../../shared/validation/rules.js';
import { imageDescription, imageLabel } from '../image.rules.js';

export class CreateImageRequest {
  @Field(reference(), { required: true, description: 'The disk to capture.', example: 11 })
  disk_id: number;

  @Field(imageLabel(), { description: "The disk's label when left out.", example: 'web-1 before the move' })
  label?: string;

  @Field(imageDescription(), { description: 'A note, for display only.' })
  description?: string;

  @Field(boolean(), { description: 'Whether the image supports cloud-init. Default false.' })
  cloud_init?: boolean;
}
