import { ApiProperty } from '@nestjs/swagger';
import {
  booleanProperty,
  integerProperty,
  oneOfProperty,
  orNull,
  taken,
  textProperty,
  textsProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import type { ImageEntity } from '../image.entity.js';
import { imageDescription, imageLabel, privateImageId, storedDescription } from '../image.rules.js';

/** spec: Image. */
export const IMAGE = new Resource('ImageResponse', 'i', {
  id: textProperty(
    'ID of the image: `private/` and a number, or the namespace of public images and a name.',
    // D-115
    { example: 'private/15', expression: `coalesce(i.public_id, 'private/' || i.id)` },
  ),
  label: taken(textProperty('A short title.'), { rule: imageLabel() }),
  description: taken(orNull(textProperty('A note, for display only.')), {
    rule: imageDescription(),
    clears: null,
    stored: storedDescription,
  }),
  is_public: booleanProperty(
    'Whether this is a public distribution image, and not a private one of the account.',
    {
      expression: '(i.public_id IS NOT NULL)',
    },
  ),
  type: oneOfProperty(['manual', 'automatic'], '`automatic`: made from a deleted instance.'),
  status: oneOfProperty(
    ['creating', 'pending_upload', 'available'],
    'Only an `available` image can be deployed. Lists can’t be ordered by it.',
    { orderable: false },
  ),
  size: integerProperty('MB', { column: 'size_mb' }),
  capabilities: textsProperty('What the image can do; `cloud-init` for one.', { example: ['cloud-init'] }),
  created: timeProperty('When the image was created.'),
  updated: timeProperty('When the image was last changed.'),
  created_by: textProperty('The user who created the image; for a public image the name of the service.'),
  deprecated: booleanProperty('Whether a public image is deprecated.'),
  eol: orNull(timeProperty('When the upstream of a public image ends its support.')),
  expiry: orNull(timeProperty('When an automatic image is deleted; null for others.')),
  vendor: orNull(textProperty('The distribution of a public image.')),
});

/** A row of `IMAGE.columns()`. */
export type ImageRow = Shown<typeof IMAGE.fields>;

/** spec: Images, Image Upload. */
export class ImageUploadResponse {
  @ApiProperty({ type: IMAGE.response, description: 'The new image, which waits for its data.' })
  image: ImageRow;
  @ApiProperty({ description: 'The URL to PUT the data to.' }) upload_to: string;
}

export function shownImage(image: ImageEntity): ImageRow {
  const { publicId, sizeMb: size } = image;
  const id = publicId ?? privateImageId(image.id);
  return IMAGE.shownOf({ ...image, id, isPublic: publicId !== null, size });
}
