import type { Request, Response } from 'express';
import type { Csrf } from '../login/csrf.js';
import { logoutPage, signedInPage, signedOutPage } from '../pages/message.page.js';
import { readForm } from '../form.js';
import type { LoginHandlers } from './login.handlers.js';
import type { Pages } from './pages.js';

/** `/login` and `/logout` when a user opens them without an application. */
export class LoginPageHandlers {
  constructor(
    private readonly login: LoginHandlers,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
  ) {}

  async show(request: Request, response: Response): Promise<void> {
    const session = await this.login.session(request);
    if (session) this.pages.send(response, 200, signedInPage(this.pages.frame, session.username));
    else await this.login.show(request, response);
  }

  async submit(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    if (!this.csrf.isValid(request, form.get('csrf'))) return sendExpired(this.pages, response);
    await this.login.submit(request, response, form);
  }

  /** GET only asks (D-171). */
  async showLogout(request: Request, response: Response): Promise<void> {
    const session = await this.login.session(request);
    const page = session
      ? logoutPage(this.pages.frame, this.csrf.token(request, response, session.username), session.username)
      : signedOutPage(this.pages.frame);
    this.pages.send(response, 200, page);
  }

  /** POST logs out (D-171). */
  async logOut(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    const session = await this.login.session(request);
    if (session && !this.csrf.isValid(request, form.get('csrf'), session.username)) {
      return sendExpired(this.pages, response);
    }
    await this.login.logOut(request, response);
    this.pages.send(response, 200, signedOutPage(this.pages.frame));
  }
}

/** Refuses a form whose CSRF token is not valid for this browser. */
export function sendExpired(pages: Pages, response: Response): void {
  pages.sendError(response, 403, 'This page has expired', 'Nothing was done.', {
    href: response.req.originalUrl,
    text: 'Try again',
  });
}
