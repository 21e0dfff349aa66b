import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { flagOf } from '../../shared/http/request/flag.decorator.js';

/** `?keep_image=true|false`; false without it (platform-api.md, Compute). @throws Invalid */
export const KeepImage = createParamDecorator((_: unknown, context: ExecutionContext) =>
  flagOf(context.switchToHttp().getRequest<Request>(), 'keep_image'),
);
