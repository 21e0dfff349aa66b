import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, dateTime, description, integer, label, list } from '../../shared/validation/rules.js';
import { IMAGE_DESCRIPTION_LENGTH, IMAGE_LABEL_LENGTH } from '../images/image.rules.js';

const MAX_INTEGER = 2147483647;

export class PublicImageRequest {
  @Field(label(IMAGE_LABEL_LENGTH.min, IMAGE_LABEL_LENGTH.max), { required: true })
  label: string;

  @Field(description(IMAGE_DESCRIPTION_LENGTH.min, IMAGE_DESCRIPTION_LENGTH.max), { clears: null })
  description?: string | null;

  @Field(integer(0, MAX_INTEGER), { required: true, description: 'MB.' })
  size: number;

  @Field(label(1, 128), { clears: null })
  vendor?: string | null;

  @Field(list(label(1, 128)))
  capabilities?: string[];

  @Field(dateTime(), { clears: null })
  eol?: string | null;

  @Field(boolean())
  deprecated?: boolean;
}
