import type { SchemaObject } from '@nestjs/swagger';
import type { Settings } from '../config/settings.js';

/** A fault inside a value: `at` is appended to the field's path (`[2]`), `''` means the value itself. */
export interface InnerFault {
  readonly at: string;
  readonly reason: string;
}

/** What one field may hold: the check of a value that is there, and the same in the OpenAPI document. */
export interface Rule {
  /**
   * @param value as JSON gave it; never undefined or null.
   * @param key the last segment of the field's path, for reasons that name it.
   * @param settings for what a deployment decides: regions, reserved ranges.
   * @returns what is wrong: a reason, or faults inside; undefined when nothing is.
   */
  check(value: unknown, key: string, settings: Settings): string | readonly InnerFault[] | undefined;
  readonly schema: SchemaObject;
}

/** The reason for a wrong type, format or reference. */
export function notValid(key: string): string {
  return `${key} is not valid`;
}
