import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Csrf } from '../login/csrf.js';
import { logoutPage, signedInPage, signedOutPage } from '../pages/message.page.js';
import { Form } from './form.pipe.js';
import { LoginSteps } from './login-steps.js';
import { Pages } from '../pages/pages.js';
import { SignInPage } from './sign-in-page.decorator.js';

/** `/login` and `/logout` without an application. */
@Controller()
@ApiExcludeController()
@SignInPage()
export class LoginController {
  constructor(
    private readonly login: LoginSteps,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
  ) {}

  @Get('login')
  async show(@Req() request: Request, @Res() response: Response) {
    const session = await this.login.session(request);
    if (session) this.pages.send(response, 200, signedInPage(this.pages.frame, session.username));
    else await this.login.show(response);
  }

  @Post('login')
  async submit(@Form() form: URLSearchParams, @Req() request: Request, @Res() response: Response) {
    if (!this.csrf.isValid(request, form.get('csrf'))) return this.pages.sendExpired(response);
    await this.login.submit(response, form);
  }

  /** GET only asks (D-171). */
  @Get('logout')
  async showLogout(@Req() request: Request, @Res() response: Response) {
    const user = await this.login.anyUser(request);
    const page = user
      ? logoutPage(this.pages.frame, this.csrf.token(response, user.username), user.username)
      : signedOutPage(this.pages.frame);
    this.pages.send(response, 200, page);
  }

  /**
   * POST logs out (D-171), also a login that waits for its code. A form of another site arrives
   * without cookies, and must not delete any either.
   */
  @Post('logout')
  async logOut(@Form() form: URLSearchParams, @Req() request: Request, @Res() response: Response) {
    const user = await this.login.anyUser(request);
    if (user) {
      if (!this.csrf.isValid(request, form.get('csrf'), user.username)) {
        return this.pages.sendExpired(response);
      }
      await this.login.logOut(response);
    }
    this.pages.send(response, 200, signedOutPage(this.pages.frame));
  }
}
