import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AccountSecurity } from '../login/account-security.service.js';
import { passwordChangedPage } from '../pages/message.page.js';
import type { PageFrame } from '../pages/page.js';
import { securityPage, type SecurityPage } from '../pages/security.page.js';
import { redirectToSelf } from './login-steps.js';
import { SignInPage } from './sign-in-page.decorator.js';
import {
  formId,
  SignedInController,
  WRONG_CURRENT_PASSWORD,
  type SignedInRequest,
} from './signed-in.controller.js';

type Faults = Pick<SecurityPage, 'currentFault' | 'passwordFault'>;

/** `/login/security`, where users see and end their logins and change their password. */
@Controller('login/security')
@ApiExcludeController()
@SignInPage()
export class SecurityController extends SignedInController<Faults> {
  constructor(private readonly security: AccountSecurity) {
    super();
  }

  protected override async change(signedIn: SignedInRequest, form: URLSearchParams): Promise<void> {
    if (form.get('step') === 'password') return this.changePassword(signedIn, form);
    const login = form.get('login');
    const id = formId(login);
    if (login === null || id !== undefined) {
      await this.security.endLogins(signedIn.user, this.login.visitor(signedIn.response), id);
    }
    redirectToSelf(signedIn.response);
  }

  private async changePassword(signedIn: SignedInRequest, form: URLSearchParams): Promise<void> {
    const [current, password] = [form.get('current') ?? '', form.get('password') ?? ''];
    const passwordFault = this.security.passwordFault(password);
    if (passwordFault !== undefined) return this.send(signedIn, 400, { passwordFault });
    if (
      await this.security.changePassword(signedIn.user, this.login.visitor(signedIn.response), {
        current,
        password,
      })
    ) {
      this.cookies.clear(signedIn.response, 'session');
      return this.sendOther(signedIn, passwordChangedPage);
    }
    await this.send(signedIn, 401, { currentFault: WRONG_CURRENT_PASSWORD });
  }

  protected override async page(
    frame: PageFrame,
    { user, session }: SignedInRequest,
    shown: Pick<SecurityPage, 'username' | 'csrf'>,
    faults: Faults,
  ): Promise<string> {
    const logins = await this.security.logins(user, session);
    return securityPage(frame, { ...shown, logins, ...faults });
  }
}
