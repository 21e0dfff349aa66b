import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { clientAddress } from '../../shared/http/request/client-address.js';
import { SignInLimit } from '../../shared/limits/sign-in-limit.js';

/**
 * Runs the GET of a page in its address's turn (D-211). A form takes no turn here: it waits for the
 * client's bytes, and for the turn of its password.
 */
@Injectable()
export class PageTurnInterceptor implements NestInterceptor {
  constructor(private readonly limit: SignInLimit) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST') return next.handle();
    return from(this.limit.inTurn(clientAddress(request), () => lastValueFrom(next.handle())));
  }
}
