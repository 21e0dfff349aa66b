import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { clientAddress } from '../../shared/http/request/client-address.js';
import type { AnsweredRequest } from '../../shared/http/response/response-headers.js';
import { Csrf } from '../login/csrf.js';
import { LoginCookies } from '../login/cookies.js';
import { LoginService, type LoginOutcome } from '../login/login.service.js';
import type { Visitor } from '../login/visitor.js';
import { PasskeyLogins } from '../passkeys/passkey-logins.service.js';
import { loginPage, type LoginPage } from '../pages/login.page.js';
import { twoFactorPage, type TwoFactorPage } from '../pages/two-factor.page.js';
import { Pages } from '../pages/pages.js';
import type { PendingUser, SignedInUser } from '../login/login-user.js';

const WRONG_PASSWORD = 'The username or the password is wrong.';
const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or sign in another way.';
const WRONG_CODE = 'This code is wrong, or it was used already.';

type PasswordStep = Pick<LoginPage, 'clientLabel' | 'username' | 'remember' | 'fault' | 'passkeyFault'>;
type CodeFaults = Pick<TwoFactorPage, 'fault' | 'passkeyFault'>;

/** The steps of a login: password, then two-factor code, or a passkey for either (D-311). */
@Injectable()
export class LoginSteps {
  constructor(
    private readonly login: LoginService,
    private readonly passkeys: PasskeyLogins,
    private readonly cookies: LoginCookies,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async session(request: Request): Promise<SignedInUser | undefined> {
    const user = await this.login.session(this.cookies.read(request, 'session'));
    if (user) noteSignedIn(request, user);
    return user;
  }

  /** Whether this browser has sent the password and its two-factor code is due. */
  async waitsForCode(request: Request): Promise<boolean> {
    return (await this.pendingUser(request)) !== undefined;
  }

  /** The user who is signed in on this browser, or whose two-factor code is due. */
  async anyUser(request: Request): Promise<PendingUser | undefined> {
    return (await this.session(request)) ?? this.pendingUser(request);
  }

  /** Sends the page of the step that is due for this browser. */
  async show(response: Response, clientLabel?: string): Promise<void> {
    const pending = await this.pendingUser(response.req);
    if (pending) await this.showCode(response, pending);
    else await this.showPassword(response, { clientLabel });
  }

  /** Handles the form of one step, then redirects to the same address for the next step. */
  async submit(response: Response, form: URLSearchParams, clientLabel?: string): Promise<void> {
    switch (form.get('step')) {
      case 'password':
        return this.submitPassword(response, form, clientLabel);
      case 'passkey':
        return this.submitPasskey(response, form, clientLabel);
      case 'code':
        return this.submitCode(response, form);
      case 'factor':
        return this.submitFactor(response, form);
      default:
        return this.restart(response);
    }
  }

  async logOut(response: Response): Promise<void> {
    const { req } = response;
    await this.login.logOut(this.cookies.read(req, 'session'), this.cookies.read(req, 'pending'));
    this.cookies.clear(response, 'session');
    this.cookies.clear(response, 'pending');
  }

  private async restart(response: Response): Promise<void> {
    await this.logOut(response);
    redirectToSelf(response);
  }

  private async submitPassword(
    response: Response,
    form: URLSearchParams,
    clientLabel?: string,
  ): Promise<void> {
    const username = form.get('username') ?? '';
    const remember = form.get('remember') === 'yes';
    const password = form.get('password') ?? '';
    const outcome = await this.login.enterPassword({ username, password, remember }, this.visitor(response));
    if (outcome.step !== 'wrong') return this.continueLogin(response, outcome);
    await this.showPassword(response, { clientLabel, username, remember, fault: WRONG_PASSWORD });
  }

  private async submitPasskey(
    response: Response,
    form: URLSearchParams,
    clientLabel?: string,
  ): Promise<void> {
    const [credential, csrf] = [form.get('credential'), form.get('csrf') ?? ''];
    const completed = await this.passkeys.signIn(credential, csrf, this.visitor(response));
    if (completed) return this.continueLogin(response, completed);
    await this.showPassword(response, { clientLabel, passkeyFault: WRONG_PASSKEY });
  }

  private async submitCode(response: Response, form: URLSearchParams): Promise<void> {
    const token = this.cookies.read(response.req, 'pending');
    const outcome = await this.login.enterCode(token, form.get('code') ?? '', this.visitor(response));
    if (outcome && outcome.step !== 'wrong') return this.continueLogin(response, outcome);
    // Another tab has completed the login.
    if (!outcome && (await this.session(response.req))) return redirectToSelf(response);
    await this.repeatCode(response, { fault: WRONG_CODE });
  }

  private async submitFactor(response: Response, form: URLSearchParams): Promise<void> {
    const token = this.cookies.read(response.req, 'pending') ?? '';
    const completed = await this.passkeys.enterFactor(token, form.get('credential'), this.visitor(response));
    if (completed) return this.continueLogin(response, completed);
    await this.repeatCode(response, { passkeyFault: WRONG_PASSKEY });
  }

  private async pendingUser(request: Request): Promise<PendingUser | undefined> {
    const user = await this.login.pendingUser(this.cookies.read(request, 'pending'));
    if (user) noteSignedIn(request, user);
    return user;
  }

  private async repeatCode(response: Response, faults: CodeFaults): Promise<void> {
    const pending = await this.pendingUser(response.req);
    if (pending) await this.showCode(response, pending, faults);
    else this.showTimedOut(response);
  }

  private continueLogin(response: Response, outcome: Exclude<LoginOutcome, { step: 'wrong' }>): void {
    noteSignedIn(response.req, outcome);
    if (outcome.step === 'code') {
      this.cookies.set(response, 'pending', outcome.pending);
    } else {
      this.cookies.clear(response, 'pending');
      this.cookies.set(response, 'session', outcome.session);
      this.cookies.set(response, 'known', outcome.known, outcome.userId);
      if (outcome.device) this.cookies.set(response, 'device', outcome.device, outcome.userId);
    }
    redirectToSelf(response);
  }

  private async showPassword(response: Response, step: PasswordStep): Promise<void> {
    const csrf = this.csrf.token(response);
    const passkeyOptions = await this.passkeys.signInOptions(csrf);
    const page = { ...step, csrf, passkeyOptions, trustedDeviceDays: this.settings.trustedDeviceDays };
    const status = (step.fault ?? step.passkeyFault) === undefined ? 200 : 401;
    this.pages.send(response, status, loginPage(this.pages.frame, page));
  }

  private async showCode(
    response: Response,
    { userId, username }: PendingUser,
    faults: CodeFaults = {},
  ): Promise<void> {
    const csrf = this.csrf.token(response);
    const token = this.cookies.read(response.req, 'pending') ?? '';
    const passkeyOptions = await this.passkeys.factorOptions(token, userId);
    const page = { username, csrf, passkeyOptions, ...faults };
    const status = (faults.fault ?? faults.passkeyFault) === undefined ? 200 : 401;
    this.pages.send(response, status, twoFactorPage(this.pages.frame, page));
  }

  private showTimedOut(response: Response): void {
    this.cookies.clear(response, 'pending');
    this.pages.sendError(
      response,
      401,
      'Sign in again',
      'This sign-in took too long or had too many wrong codes.',
      { href: response.req.originalUrl, text: 'Start again' },
    );
  }

  /** The browser that the answer goes to. */
  visitor({ req: request }: Response): Visitor {
    return {
      address: clientAddress(request),
      requestId: (request as AnsweredRequest).requestId,
      userAgent: request.get('user-agent') ?? '',
      sessionToken: this.cookies.read(request, 'session'),
      deviceToken: (userId) => this.cookies.readOf(request, 'device', userId),
      knownToken: (userId) => this.cookies.readOf(request, 'known', userId),
    };
  }
}

/** Names the user for the request log. */
function noteSignedIn(request: Request, { userId, accountId }: { userId: number; accountId?: number }): void {
  (request as AnsweredRequest).signedIn = { userId, accountId };
}

/**
 * Makes the browser fetch the same address after a form, so that a reload does not send the form
 * again.
 */
export function redirectToSelf(response: Response): void {
  response.redirect(303, response.req.originalUrl);
}
