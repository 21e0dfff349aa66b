import { ApiProperty } from '@nestjs/swagger';
import { NullableObject } from '../../shared/openapi/nullable.js';

/** What the path of a request names. */
export class AccessEntityResponse {
  @ApiProperty({ example: 'domain', description: 'The kind of entity.' })
  type: string;

  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string' }],
    example: 15,
    description: 'Its ID, as the path has it.',
  })
  id: number | string;
}

/** The decision on a request that was not sent. */
export class AccessResponse {
  @ApiProperty({ description: 'Whether the request would be allowed.' })
  allowed: boolean;

  @ApiProperty({ type: 'integer', description: 'Of the refusal; 200 when the request is allowed.' })
  status: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The needed scopes that the token lacks, separated by spaces.',
    example: 'domains:read_write',
  })
  missing_scope: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The grant that the restricted user lacks: `read_only` or `read_write` on the entity, `account_access`, or an `add_...`.',
  })
  missing_grant: string | null;

  @NullableObject(AccessEntityResponse, { description: 'What the path names, whether it exists or not.' })
  entity: AccessEntityResponse | null;
}
