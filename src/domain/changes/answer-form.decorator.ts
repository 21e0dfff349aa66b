import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { flagOf, TakesFlag } from '../../shared/http/request/flag.decorator.js';
import { preference } from '../../shared/http/request/prefer.rules.js';

/** What the answer to a set of changes shows besides what it always has. */
export interface AnswerForm {
  /** Each record that differs; `Prefer: return=minimal` leaves them out. */
  readonly diff: boolean;
  /** What lint finds in the zone as the changes leave it (D-243). */
  readonly lint: boolean;
}

/** Injects the `AnswerForm` that the request asks for. */
export const FormOfAnswer = createParamDecorator((_: unknown, context: ExecutionContext): AnswerForm => {
  const request = context.switchToHttp().getRequest<Request>();
  const form = preference(request.headers.prefer as string | undefined, 'return');
  return { diff: form?.toLowerCase() !== 'minimal', lint: flagOf(request, 'lint') };
});

/** Documents what `FormOfAnswer` reads. */
export function TakesFormOfAnswer(): MethodDecorator {
  return applyDecorators(
    TakesFlag('lint', 'Whether the answer has `lint`: what lint finds in the zone as the changes leave it.'),
    ApiHeader({
      name: 'Prefer',
      required: false,
      schema: { type: 'string' },
      description: '`return=minimal` leaves `diff` out of the answer.',
    }),
  );
}
