import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, description, label, reference, string } from '../../shared/validation/rules.js';
import { IMAGE_DESCRIPTION_LENGTH, IMAGE_LABEL_LENGTH } from './image.rules.js';

const LABEL = label(IMAGE_LABEL_LENGTH.min, IMAGE_LABEL_LENGTH.max);
const DESCRIPTION = description(IMAGE_DESCRIPTION_LENGTH.min, IMAGE_DESCRIPTION_LENGTH.max);

export class ImageCreateRequest {
  @Field(reference(), { required: true, description: 'The disk to capture.' })
  disk_id: number;

  @Field(LABEL, { description: "The disk's label when left out." })
  label?: string;

  @Field(DESCRIPTION)
  description?: string;

  @Field(boolean())
  cloud_init?: boolean;
}

export class ImageUploadRequest {
  @Field(LABEL, { required: true })
  label: string;

  @Field(string(() => undefined), { required: true, example: 'us-east' })
  region: string;

  @Field(DESCRIPTION)
  description?: string;

  @Field(boolean())
  cloud_init?: boolean;
}

export class ImageUpdateRequest {
  @Field(LABEL)
  label?: string;

  @Field(DESCRIPTION, { clears: null })
  description?: string | null;
}
