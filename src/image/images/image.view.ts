import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import { privateImageId } from '../image.rules.js';
import type { ImageRow } from './images.sql.js';

/** spec: Image. */
export class ImageResponse {
  @ApiProperty({ example: 'private/15' }) id: string;
  @ApiProperty() label: string;
  @ApiProperty({ type: 'string', nullable: true }) description: string | null;
  @ApiProperty() is_public: boolean;
  @ApiProperty({ enum: ['manual', 'automatic'] }) type: string;
  @ApiProperty({ enum: ['creating', 'pending_upload', 'available'] }) status: string;
  @ApiProperty({ type: 'integer', description: 'MB' }) size: number;
  @ApiProperty({ type: [String], example: ['cloud-init'] }) capabilities: string[];
  @ApiTime() created: string;
  @ApiTime() updated: string;
  @ApiProperty() created_by: string;
  @ApiProperty() deprecated: boolean;
  @ApiTime({ nullable: true }) eol: string | null;
  @ApiTime({ nullable: true }) expiry: string | null;
  @ApiProperty({ type: 'string', nullable: true }) vendor: string | null;
}

/** spec: Images, Image Upload. */
export class ImageUploadResponse {
  @ApiProperty({ type: ImageResponse }) image: ImageResponse;
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
