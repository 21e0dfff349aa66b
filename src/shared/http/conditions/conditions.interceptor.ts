import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ConditionalRequests } from './conditional-requests.js';
import { hasConditions } from './conditions.rules.js';

/** Passes admitted changes with a header of D-230 to D-232 to `ConditionalRequests`. */
@Injectable()
export class ConditionsInterceptor implements NestInterceptor {
  constructor(private readonly conditional: ConditionalRequests) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasConditions(request.headers)) return next.handle();
    const handle = () => lastValueFrom(next.handle() as Observable<unknown>);
    return from(this.conditional.answer({ request, response: http.getResponse<Response>(), handle }));
  }
}
