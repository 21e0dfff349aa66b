import { ApiProperty } from '@nestjs/swagger';

/** A time of an answer in the OpenAPI document: no offset, always UTC (spec: date-time), so that the format `date-time` is wrong. */
export function ApiTime(
  options: { readonly nullable?: true; readonly description?: string } = {},
): PropertyDecorator {
  return ApiProperty({
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
    example: '2026-01-31T09:30:00',
    ...options,
  });
}
