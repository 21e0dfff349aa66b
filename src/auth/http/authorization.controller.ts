import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Csrf } from '../login/csrf.js';
import { PendingAuthorizations, type PendingAuthorization } from '../oauth/pending-authorizations.js';
import { leavingPage } from '../pages/leaving.page.js';
import { consentPage } from '../pages/consent.page.js';
import { Form } from './form.pipe.js';
import { LoginSteps, redirectToSelf } from './login-steps.js';
import { Pages } from '../pages/pages.js';
import { appScheme, displayRedirectUri } from './redirect-uri-display.rules.js';
import { SignInPage } from './sign-in-page.decorator.js';
import type { SignedInUser } from '../login/login-user.js';

/**
 * The pages of an authorization request: login, then consent. Every request asks for consent
 * (D-148, D-149).
 */
@Controller('login/:uid')
@ApiExcludeController()
@SignInPage()
export class AuthorizationController {
  constructor(
    private readonly authorizations: PendingAuthorizations,
    private readonly login: LoginSteps,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response) {
    const pending = await this.authorizations.find(request, response);
    const session = await this.login.session(request);
    if (session || (await this.login.waitsForCode(request))) await this.authorizations.extend(pending);
    if (session) this.showConsent(response, pending, session);
    else await this.login.show(response, pending.client.label);
  }

  @Post()
  async submit(@Form() form: URLSearchParams, @Req() request: Request, @Res() response: Response) {
    const pending = await this.authorizations.find(request, response);
    const csrf = form.get('csrf');
    const session = await this.login.session(request);
    const isOwnForm = session !== undefined && this.csrf.isValid(request, csrf, session.username);
    if (form.get('step') !== 'consent') {
      if (!isOwnForm && !this.csrf.isValid(request, csrf)) return this.pages.sendExpired(response);
      return this.login.submit(response, form, pending.client.label);
    }
    // The login ended, or another user logged in, after the page was sent: show the step that is
    // due now.
    if (!isOwnForm) return redirectToSelf(response);
    const isAllowed = form.get('answer') === 'allow';
    const result = isAllowed
      ? await this.authorizations.allow(pending, session, this.login.visitor(response))
      : this.authorizations.deny();
    this.leave(response, pending, await this.authorizations.end(request, response, result));
  }

  private showConsent(
    response: Response,
    { client, scope, redirectUri }: PendingAuthorization,
    { username }: SignedInUser,
  ): void {
    const page = consentPage(this.pages.frame, {
      clientLabel: client.label,
      website: client.website,
      returnsTo: displayRedirectUri(redirectUri),
      scopes: scope.split(' '),
      username,
      csrf: this.csrf.token(response, username),
    });
    this.pages.send(response, 200, page, appScheme(redirectUri));
  }

  private leave(response: Response, { client, redirectUri }: PendingAuthorization, path: string): void {
    // Browsers open an app only after a click. The form was the click; a page in between would lose
    // it.
    if (appScheme(redirectUri)) response.redirect(303, path);
    else this.pages.send(response, 200, leavingPage(this.pages.frame, client.label, path));
  }
}
