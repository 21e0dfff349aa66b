import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Invalid } from '../shared/errors/errors.js';
import { AccessGuard } from './access.guard.js';
import type { AccessRequest } from './request-access.js';

/**
 * Nothing leaves undecided: a read's answer, or its failure, waits here for the decision that the guard began. A refusal
 * comes first (D-20), and a missing entity comes before what is wrong with the query or the filter, and is not
 * mistaken for an empty collection.
 */
@Injectable()
export class AccessInterceptor implements NestInterceptor {
  constructor(private readonly guard: AccessGuard) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    if (request.access?.endpoint.method !== 'GET') return next.handle();
    return from(this.decided(request, lastValueFrom(next.handle())));
  }

  private async decided(request: AccessRequest, answer: Promise<unknown>): Promise<unknown> {
    const outcome = answer.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    await request.access!.decision;
    try {
      const value = (await outcome)();
      if (isEmptyPage(value)) await this.guard.mustFindEntity(request);
      return value;
    } catch (error) {
      if (error instanceof Invalid) await this.guard.mustFindEntity(request);
      throw error;
    }
  }
}

function isEmptyPage(value: unknown): boolean {
  return (value as { results?: unknown } | undefined)?.results === 0;
}
