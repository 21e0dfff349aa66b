import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The `{imageId}` of a path, which holds a slash, plain or as `%2F` (D-115). */
export const ImageId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const id = context.switchToHttp().getRequest<Request>().params.imageId;
  return Array.isArray(id) ? id.join('/') : String(id);
});
