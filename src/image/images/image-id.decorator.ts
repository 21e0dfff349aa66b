import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { pathText } from '../../shared/http/request/path-text.js';

/** The `{imageId}` of a path; its slash may be sent plain or as `%2F` (D-115). */
export const ImageId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  return pathText(context.switchToHttp().getRequest<Request>().params.imageId);
});
