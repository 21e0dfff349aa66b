import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';
import { imageDescription, imageLabel, imageRegion } from '../image.rules.js';

export class UploadImageRequest {
  @Field(imageLabel(), { required: true, example: 'golden', description: 'A short title.' })
  label: string;

  @Field(imageRegion(), {
    required: true,
    example: 'us-east',
    description: 'The region that stores the image first. It is usable in all.',
  })
  region: string;

  @Field(imageDescription(), { description: 'A note, for display only.' })
  description?: string;

  @Field(boolean(), { example: true, description: 'Whether the image supports cloud-init. Default false.' })
  cloud_init?: boolean;
}
