import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, dateTime, integer, label, list } from '../../shared/validation/rules.js';
import { imageDescription, imageLabel } from '../image.rules.js';

const MAX_INTEGER = 2147483647;

export class PublishImageRequest {
  @Field(imageLabel(), { required: true, example: 'Debian 12', description: 'A short title.' })
  label: string;

  @Field(imageDescription(), { clears: null, description: 'A note, for display only.' })
  description?: string | null;

  @Field(integer(0, MAX_INTEGER), { required: true, description: 'MB.', example: 1536 })
  size: number;

  @Field(label(1, 128), { clears: null, example: 'Debian', description: 'The distribution.' })
  vendor?: string | null;

  @Field(list(label(1, 128)), {
    example: ['cloud-init'],
    description: 'What the image can do; `cloud-init` for one.',
  })
  capabilities?: string[];

  @Field(dateTime(), { clears: null, description: 'When the upstream ends its support.' })
  eol?: string | null;

  @Field(boolean(), { description: 'Whether the image is deprecated. Default false.' })
  deprecated?: boolean;
}
