import type { Request, Response } from 'express';
import type { AccountSecurity } from '../login/account-security.service.js';
import type { LoginCookies } from '../login/cookies.js';
import type { Csrf } from '../login/csrf.js';
import type { SignedInUser } from '../login/login-sessions.repository.js';
import { passwordChangedPage } from '../pages/message.page.js';
import { securityPage, type SecurityPage } from '../pages/security.page.js';
import { readForm } from '../form.js';
import { sendExpired } from './login-page.handlers.js';
import { redirectToSelf, type LoginHandlers } from './login.handlers.js';
import type { Pages } from './pages.js';

/** `/login/security`, where users see and end their logins and change their password. */
export class SecurityHandlers {
  constructor(
    private readonly security: AccountSecurity,
    private readonly login: LoginHandlers,
    private readonly cookies: LoginCookies,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
  ) {}

  async show(request: Request, response: Response): Promise<void> {
    const user = await this.login.session(request);
    if (user) await this.send(request, response, user, 200);
    else response.redirect(303, '/login');
  }

  async submit(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    const user = await this.login.session(request);
    if (!user) return response.redirect(303, '/login');
    if (!this.csrf.isValid(request, form.get('csrf'), user.username))
      return sendExpired(this.pages, response);
    if (form.get('step') === 'password') return this.changePassword(request, response, form, user);
    const id = form.get('login');
    if (id === null || /^\d{1,15}$/.test(id)) {
      await this.security.endLogins(user, this.token(request), id === null ? undefined : Number(id));
    }
    redirectToSelf(request, response);
  }

  private async changePassword(
    request: Request,
    response: Response,
    form: URLSearchParams,
    user: SignedInUser,
  ): Promise<void> {
    const [current, password] = [form.get('current') ?? '', form.get('password') ?? ''];
    const passwordFault = this.security.passwordFault(password);
    if (passwordFault !== undefined) return this.send(request, response, user, 400, { passwordFault });
    const visitor = this.login.visitor(request);
    if (await this.security.changePassword(user, visitor, { current, password })) {
      this.cookies.clear(response, 'session');
      return this.pages.send(response, 200, passwordChangedPage(this.pages.frame));
    }
    await this.send(request, response, user, 401, { currentFault: 'The current password is wrong.' });
  }

  private async send(
    request: Request,
    response: Response,
    user: SignedInUser,
    status: number,
    faults: Pick<SecurityPage, 'currentFault' | 'passwordFault'> = {},
  ): Promise<void> {
    const { username } = user;
    const logins = await this.security.logins(user, this.token(request));
    const csrf = this.csrf.token(request, response, username);
    this.pages.send(response, status, securityPage(this.pages.frame, { username, csrf, logins, ...faults }));
  }

  private token(request: Request): string {
    return this.cookies.read(request, 'session') ?? '';
  }
}
