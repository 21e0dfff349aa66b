import type { Request, Response } from 'express';
import type { Csrf } from '../login/csrf.js';
import { logoutPage, signedInPage, signedOutPage } from '../pages/message.page.js';
import { readForm } from './form.js';
import type { LoginHandlers } from './login.handlers.js';
import type { Pages } from './pages.js';

/** `/login` and `/logout` as a person opens them, without an application that asks. */
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

  async take(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    if (!this.csrf.isValid(request, form.get('csrf'))) return sendExpired(this.pages, response);
    await this.login.take(request, response, form);
  }

  /** D-171: GET asks. */
  async askToLeave(request: Request, response: Response): Promise<void> {
    const session = await this.login.session(request);
    const page = session
      ? logoutPage(this.pages.frame, this.csrf.token(request, response, session.username), session.username)
      : signedOutPage(this.pages.frame);
    this.pages.send(response, 200, page);
  }

  /** D-171: POST does. */
  async leave(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    const session = await this.login.session(request);
    if (session && !this.csrf.isValid(request, form.get('csrf'), session.username)) {
      return sendExpired(this.pages, response);
    }
    await this.login.leave(request, response);
    this.pages.send(response, 200, signedOutPage(this.pages.frame));
  }
}

/** For a form that isn't from a page of ours that this browser was shown. */
export function sendExpired(pages: Pages, response: Response): void {
  pages.sendError(response, 403, 'This page has expired', 'Nothing was done.', {
    href: response.req.originalUrl,
    text: 'Try again',
  });
}
