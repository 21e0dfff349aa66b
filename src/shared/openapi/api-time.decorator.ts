import { ApiProperty } from '@nestjs/swagger';

/**
 * A time of a response, without an offset, always UTC (spec: date-time). So the format `date-time`
 * does not apply.
 */
export const SHOWN_TIME = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  example: '2026-01-31T09:30:00',
} as const;

/** Documents a time of a response. */
export function ApiTime(
  options: { readonly nullable?: true; readonly description?: string } = {},
): PropertyDecorator {
  return ApiProperty({ ...SHOWN_TIME, ...options });
}
