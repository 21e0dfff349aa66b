import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { Public } from '../../shared/http/routes/public.decorator.js';
import { PageFilter } from './page.filter.js';
import { PageInterceptor } from './page.interceptor.js';
import { SignInLimitGuard } from './sign-in-limit.guard.js';

/**
 * Marks a handler or a controller of sign-in pages (D-146): public, limited by address, and
 * failures are pages.
 */
export const SignInPage = () =>
  applyDecorators(
    Public('page'),
    UseGuards(SignInLimitGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageFilter),
  );
