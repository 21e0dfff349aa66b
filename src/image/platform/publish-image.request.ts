import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, dateTime, integer, label, list } from '../../shared/validation/rules.js';
import { imageDescription, imageLabel } from '../images/image.rules.js';

const MAX_INTEGER = 2147483647;

export class PublishImageRequest {
  @Field(imageLabel(), { required: true })
  label: string;

  @Field(imageDescription(), { clears: null })
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
