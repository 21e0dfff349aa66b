import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { clientAddress } from '../../shared/http/request/client-address.js';
import { SignInLimit } from '../../shared/limits/sign-in-limit.js';

/**
 * Limits the sign-in requests of an address.
 * @throws TooMany (D-212)
 */
@Injectable()
export class SignInLimitGuard implements CanActivate {
  constructor(private readonly limit: SignInLimit) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    await this.limit.count(clientAddress(context.switchToHttp().getRequest<Request>()));
    return true;
  }
}
