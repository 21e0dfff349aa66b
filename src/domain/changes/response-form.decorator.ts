import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { flagOf, TakesFlag } from '../../shared/http/request/flag.decorator.js';
import { preference } from '../../shared/http/request/prefer.rules.js';

/** The optional parts of the response to a set of changes. */
export interface ResponseForm {
  /** Whether it has each record that differs; not with `Prefer: return=minimal`. */
  readonly diff: boolean;
  /** Whether it has the findings of lint in the changed zone (D-243). */
  readonly lint: boolean;
}

/** Injects the `ResponseForm` that the request asks for. */
export const RequestedForm = createParamDecorator((_: unknown, context: ExecutionContext): ResponseForm => {
  const request = context.switchToHttp().getRequest<Request>();
  const form = preference(request.headers.prefer as string | undefined, 'return');
  return { diff: form?.toLowerCase() !== 'minimal', lint: flagOf(request, 'lint') };
});

/** Documents the parameters that `RequestedForm` reads. */
export function TakesResponseForm(): MethodDecorator {
  return applyDecorators(
    TakesFlag('lint', 'Whether the response has `lint`: the findings of lint in the changed zone.'),
    ApiHeader({
      name: 'Prefer',
      required: false,
      schema: { type: 'string' },
      description: '`return=minimal` leaves `diff` out of the response.',
    }),
  );
}
