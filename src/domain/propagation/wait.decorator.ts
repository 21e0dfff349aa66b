import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { preference } from '../../shared/http/request/prefer.rules.js';

const MAX_SECONDS = 30;

/** Injects the seconds of `Prefer: wait=N` (RFC 7240 section 4.3): at most 30, without it 0. */
export const WaitSeconds = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  const seconds = preference(headers.prefer as string | undefined, 'wait');
  return /^\d+$/.test(seconds ?? '') ? Math.min(Number(seconds), MAX_SECONDS) : 0;
});

/** Documents the header that `WaitSeconds` reads. */
export function TakesWait(): MethodDecorator {
  return ApiHeader({
    name: 'Prefer',
    required: false,
    schema: { type: 'string' },
    description: `\`wait=N\` waits until the change is live, at most N seconds and at most ${MAX_SECONDS}.`,
  });
}
