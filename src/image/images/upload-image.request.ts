import { Field } from '../../shared/validation/field.decorator.js';
import { boolean } from '../../shared/validation/rules.js';
import { imageDescription, imageLabel, imageRegion } from '../image.rules.js';

export class UploadImageRequest {
  @Field(imageLabel(), { required: true, example: 'golden' })
  label: string;

  @Field(imageRegion(), { required: true, example: 'us-east' })
  region: string;

  @Field(imageDescription())
  description?: string;

  @Field(boolean(), { example: true })
  cloud_init?: boolean;
}
