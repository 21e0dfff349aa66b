import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { clientAddress } from '../../shared/http/request/client-address.js';
import { SignInLimit } from '../../shared/limits/sign-in-limit.js';
import { Pages } from '../pages/pages.js';

/**
 * Sets the headers of a page, which redirects need, too (D-159). Runs the GET of a page in its
 * address's turn (D-211). A form takes no turn here: it waits for the client's bytes, and for the
 * turn of its password.
 */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(
    private readonly pages: Pages,
    private readonly limit: SignInLimit,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const request = response.req;
    this.pages.setHeaders(response);
    if (request.method === 'POST') return next.handle();
    return from(this.limit.inTurn(clientAddress(request), () => lastValueFrom(next.handle())));
  }
}
