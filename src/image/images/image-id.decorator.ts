import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../../shared/errors/errors.js';
import { pathText } from '../../shared/http/request/path-text.js';
import { isStorable } from '../../shared/validation/characters.js';

/**
 * The `{imageId}` of a path; its slash may be sent plain or as `%2F` (D-115).
 * @throws NotFound when no image can have it
 */
export const ImageId = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  imageIdOf(context.switchToHttp().getRequest<Request>().params),
);

/** As `ImageId`, for the parameters of a path. */
export function imageIdOf({ imageId }: Request['params']): string {
  const id = pathText(imageId);
  if (!isStorable(id)) throw new NotFound();
  return id;
}
