import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import { privateImageId } from '../image.rules.js';
import type { ImageRow } from './images.sql.js';

/** spec: Image. */
export class ImageResponse {
  @ApiProperty({
    example: 'private/15',
    description: 'ID of the image: `private/` and a number, or the namespace of public images and a name.',
  })
  id: string;
  @ApiProperty({ description: 'A short title.' }) label: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'A note, for display only.' }) description:
    string | null;
  @ApiProperty({
    description: 'Whether this is a public distribution image, and not a private one of the account.',
  })
  is_public: boolean;
  @ApiProperty({ enum: ['manual', 'automatic'], description: '`automatic`: made from a deleted instance.' })
  type: string;
  @ApiProperty({
    enum: ['creating', 'pending_upload', 'available'],
    description: 'Only an `available` image can be deployed. Lists can’t be ordered by it.',
  })
  status: string;
  @ApiProperty({ type: 'integer', description: 'MB' }) size: number;
  @ApiProperty({
    type: [String],
    example: ['cloud-init'],
    description: 'What the image can do; `cloud-init` for one.',
  })
  capabilities: string[];
  @ApiTime({ description: 'When the image was created.' }) created: string;
  @ApiTime({ description: 'When the image was last changed.' }) updated: string;
  @ApiProperty({ description: 'The user who created the image; for a public image the name of the service.' })
  created_by: string;
  @ApiProperty({ description: 'Whether a public image is deprecated.' }) deprecated: boolean;
  @ApiTime({ nullable: true, description: 'When the upstream of a public image ends its support.' }) eol:
    string | null;
  @ApiTime({ nullable: true, description: 'When an automatic image is deleted; null for others.' }) expiry:
    string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The distribution of a public image.' })
  vendor: string | null;
}

/** spec: Images, Image Upload. */
export class ImageUploadResponse {
  @ApiProperty({ type: ImageResponse, description: 'The new image, which waits for its data.' })
  image: ImageResponse;
  @ApiProperty({ description: 'The URL to PUT the data to.' }) upload_to: string;
}

export function imageView(row: ImageRow) {
  return {
    id: row.publicId ?? privateImageId(row.id),
    label: row.label,
    description: row.description,
    is_public: row.publicId !== null,
    type: row.type,
    status: row.status,
    size: row.sizeMb,
    capabilities: row.capabilities,
    created: shownTime(row.created),
    updated: shownTime(row.updated),
    created_by: row.createdBy,
    deprecated: row.deprecated,
    eol: shownTime(row.eol),
    expiry: shownTime(row.expiry),
    vendor: row.vendor,
  };
}
