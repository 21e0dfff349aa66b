import type { Request, Response } from 'express';
import type { LoginCookies } from '../login/cookies.js';
import type { Csrf } from '../login/csrf.js';
import type { CurrentPassword } from '../login/current-password.js';
import type { SignedInUser } from '../login/login-sessions.repository.js';
import { createPasskeyPage, passkeysPage, type PasskeysPage } from '../pages/passkeys.page.js';
import { MAX_PASSKEYS, type Addition, type Passkeys } from '../passkeys/passkeys.service.js';
import { readForm } from '../form.js';
import { sendExpired } from './login-page.handlers.js';
import { redirectToSelf, type LoginHandlers } from './login.handlers.js';
import type { Pages } from './pages.js';

type Faults = Pick<PasskeysPage, 'name' | 'nameFault' | 'currentFault' | 'fault'>;

const WRONG_PASSWORD = 'The current password is wrong.';
const NOT_ADDED: Readonly<Record<Exclude<Addition, 'added'>, string>> = {
  full: `You have ${MAX_PASSKEYS} passkeys, the most that you may have.`,
  known: 'This passkey is in use already.',
  invalid: 'The passkey was not added: this took too long, or the browser’s answer is not valid. Try again.',
};

/** `/login/passkeys`, where users see, add and remove their passkeys (D-281). */
export class PasskeyHandlers {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly currentPassword: CurrentPassword,
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
    switch (form.get('step')) {
      case 'add':
        return this.begin(request, response, form, user);
      case 'create':
        return this.add(request, response, form, user);
      default:
        return this.remove(request, response, form, user);
    }
  }

  private async begin(
    request: Request,
    response: Response,
    form: URLSearchParams,
    user: SignedInUser,
  ): Promise<void> {
    const name = nameOf(form);
    const nameFault = this.passkeys.nameFault(name);
    if (nameFault !== undefined) return this.send(request, response, user, 400, { name, nameFault });
    if (!(await this.currentPassword.isRight(user, form.get('current') ?? ''))) {
      return this.send(request, response, user, 401, { name, currentFault: WRONG_PASSWORD });
    }
    const options = await this.passkeys.creationOptions(user, this.token(request));
    const csrf = this.csrf.token(request, response, user.username);
    this.pages.send(response, 200, createPasskeyPage(this.pages.frame, { csrf, name, options }));
  }

  private async add(
    request: Request,
    response: Response,
    form: URLSearchParams,
    user: SignedInUser,
  ): Promise<void> {
    const name = nameOf(form);
    const nameFault = this.passkeys.nameFault(name);
    if (nameFault !== undefined) return this.send(request, response, user, 400, { name, nameFault });
    const wanted = { name, credential: form.get('credential') };
    const outcome = await this.passkeys.add(user, this.token(request), wanted, this.login.visitor(request));
    if (outcome === 'added') return redirectToSelf(request, response);
    await this.send(request, response, user, 400, { name, fault: NOT_ADDED[outcome] });
  }

  private async remove(
    request: Request,
    response: Response,
    form: URLSearchParams,
    user: SignedInUser,
  ): Promise<void> {
    const id = form.get('passkey') ?? '';
    if (/^\d{1,15}$/.test(id)) {
      await this.passkeys.remove(user, Number(id), this.login.visitor(request));
    }
    redirectToSelf(request, response);
  }

  private async send(
    request: Request,
    response: Response,
    user: SignedInUser,
    status: number,
    faults: Faults = {},
  ): Promise<void> {
    const passkeys = await this.passkeys.list(user);
    const csrf = this.csrf.token(request, response, user.username);
    const shown = { username: user.username, csrf, passkeys, max: MAX_PASSKEYS, ...faults };
    this.pages.send(response, status, passkeysPage(this.pages.frame, shown));
  }

  private token(request: Request): string {
    return this.cookies.read(request, 'session') ?? '';
  }
}

function nameOf(form: URLSearchParams): string {
  return (form.get('name') ?? '').trim();
}
