import type { Request, Response } from 'express';
import { clientAddress } from '../../shared/http/request/client-address.js';
import type { AnsweredRequest } from '../../shared/http/response/response-headers.js';
import type { Csrf } from '../login/csrf.js';
import type { LoginCookies } from '../login/cookies.js';
import type { LoginOutcome, LoginService } from '../login/login.service.js';
import type { Visitor } from '../login/visitor.js';
import type { SignedInUser } from '../login/login-sessions.repository.js';
import type { PendingUser } from '../login/pending-logins.repository.js';
import type { PasskeyLogins } from '../passkeys/passkey-logins.service.js';
import { loginPage, type LoginPage } from '../pages/login.page.js';
import { twoFactorPage, type TwoFactorPage } from '../pages/two-factor.page.js';
import type { Pages } from './pages.js';

const WRONG_PASSWORD = 'The username or the password is wrong.';
const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or sign in another way.';
const WRONG_CODE = 'This code is wrong, or it was used already.';

type PasswordStep = Pick<LoginPage, 'clientLabel' | 'username' | 'remember' | 'fault' | 'passkeyFault'>;
type CodeFaults = Pick<TwoFactorPage, 'fault' | 'passkeyFault'>;

/** The steps of a login: password, then two-factor code, or a passkey for either (D-311). */
export class LoginHandlers {
  constructor(
    private readonly login: LoginService,
    private readonly passkeys: PasskeyLogins,
    private readonly cookies: LoginCookies,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
    private readonly trustedDeviceDays: number,
  ) {}

  async session(request: Request): Promise<SignedInUser | undefined> {
    const user = await this.login.session(this.cookies.read(request, 'session'));
    if (user) logged(request, user);
    return user;
  }

  /** Whether this browser has entered a password, and its two-factor code is due. */
  async waitsForCode(request: Request): Promise<boolean> {
    return (await this.pendingUser(request)) !== undefined;
  }

  /** Shows the step that is due for this browser. */
  async show(request: Request, response: Response, clientLabel?: string): Promise<void> {
    const pending = await this.pendingUser(request);
    if (pending) await this.showCode(request, response, pending);
    else await this.showPassword(request, response, { clientLabel });
  }

  /** Handles the form of one step, and redirects to the same address for the next step. */
  async submit(
    request: Request,
    response: Response,
    form: URLSearchParams,
    clientLabel?: string,
  ): Promise<void> {
    switch (form.get('step')) {
      case 'password':
        return this.submitPassword(request, response, form, clientLabel);
      case 'passkey':
        return this.submitPasskey(request, response, form, clientLabel);
      case 'code':
        return this.submitCode(request, response, form);
      case 'factor':
        return this.submitFactor(request, response, form);
      default:
        return this.restart(request, response);
    }
  }

  async logOut(request: Request, response: Response): Promise<void> {
    await this.login.logOut(this.cookies.read(request, 'session'), this.cookies.read(request, 'pending'));
    this.cookies.clear(response, 'session');
    this.cookies.clear(response, 'pending');
  }

  private async restart(request: Request, response: Response): Promise<void> {
    await this.logOut(request, response);
    redirectToSelf(request, response);
  }

  private async submitPassword(
    request: Request,
    response: Response,
    form: URLSearchParams,
    clientLabel: string | undefined,
  ): Promise<void> {
    const username = form.get('username') ?? '';
    const remember = form.get('remember') === 'yes';
    const password = form.get('password') ?? '';
    const outcome = await this.login.enterPassword({ username, password, remember }, this.visitor(request));
    if (outcome.step !== 'wrong') return this.continueLogin(request, response, outcome);
    await this.showPassword(request, response, { clientLabel, username, remember, fault: WRONG_PASSWORD });
  }

  private async submitPasskey(
    request: Request,
    response: Response,
    form: URLSearchParams,
    clientLabel: string | undefined,
  ): Promise<void> {
    const [credential, csrf] = [form.get('credential'), form.get('csrf') ?? ''];
    const completed = await this.passkeys.signIn(credential, csrf, this.visitor(request));
    if (completed) return this.continueLogin(request, response, completed);
    await this.showPassword(request, response, { clientLabel, passkeyFault: WRONG_PASSKEY });
  }

  private async submitCode(request: Request, response: Response, form: URLSearchParams): Promise<void> {
    const token = this.cookies.read(request, 'pending');
    const outcome = await this.login.enterCode(token, form.get('code') ?? '', this.visitor(request));
    if (outcome && outcome.step !== 'wrong') return this.continueLogin(request, response, outcome);
    await this.repeatCode(request, response, { fault: WRONG_CODE });
  }

  private async submitFactor(request: Request, response: Response, form: URLSearchParams): Promise<void> {
    const token = this.cookies.read(request, 'pending') ?? '';
    const completed = await this.passkeys.enterFactor(token, form.get('credential'), this.visitor(request));
    if (completed) return this.continueLogin(request, response, completed);
    await this.repeatCode(request, response, { passkeyFault: WRONG_PASSKEY });
  }

  private async pendingUser(request: Request): Promise<PendingUser | undefined> {
    const user = await this.login.pendingUser(this.cookies.read(request, 'pending'));
    if (user) logged(request, user);
    return user;
  }

  private async repeatCode(request: Request, response: Response, faults: CodeFaults): Promise<void> {
    const pending = await this.pendingUser(request);
    if (pending) await this.showCode(request, response, pending, faults);
    else this.showTimedOut(response);
  }

  private continueLogin(
    request: Request,
    response: Response,
    outcome: Exclude<LoginOutcome, { step: 'wrong' }>,
  ): void {
    logged(request, outcome);
    if (outcome.step === 'code') {
      this.cookies.set(response, 'pending', outcome.pending.token);
    } else {
      this.cookies.clear(response, 'pending');
      this.cookies.set(response, 'session', outcome.session.token, outcome.session.expiry);
      this.cookies.set(response, 'known', outcome.known.token, outcome.known.expiry);
      if (outcome.device) this.cookies.set(response, 'device', outcome.device.token, outcome.device.expiry);
    }
    redirectToSelf(request, response);
  }

  private async showPassword(request: Request, response: Response, step: PasswordStep): Promise<void> {
    const csrf = this.csrf.token(request, response);
    const passkeyOptions = await this.passkeys.signInOptions(csrf);
    const page = { ...step, csrf, passkeyOptions, trustedDeviceDays: this.trustedDeviceDays };
    const status = (step.fault ?? step.passkeyFault) === undefined ? 200 : 401;
    this.pages.send(response, status, loginPage(this.pages.frame, page));
  }

  private async showCode(
    request: Request,
    response: Response,
    { userId, username }: PendingUser,
    faults: CodeFaults = {},
  ): Promise<void> {
    const csrf = this.csrf.token(request, response);
    const token = this.cookies.read(request, 'pending') ?? '';
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
      {
        href: response.req.originalUrl,
        text: 'Start again',
      },
    );
  }

  visitor(request: Request): Visitor {
    return {
      address: clientAddress(request),
      requestId: (request as AnsweredRequest).requestId,
      userAgent: request.get('user-agent') ?? '',
      deviceToken: this.cookies.read(request, 'device'),
      knownToken: this.cookies.read(request, 'known'),
    };
  }
}

/** Lets the log say whose request it is. */
function logged(request: Request, { userId, accountId }: { userId: number; accountId?: number }): void {
  (request as AnsweredRequest).signedIn = { userId, accountId };
}

/** After a form the browser fetches the same address, so that a reload does not send the form again. */
export function redirectToSelf(request: Request, response: Response): void {
  response.redirect(303, request.originalUrl);
}
