import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { GivenAccessService } from '../login/given-access.service.js';
import { givenAccessPage, type GivenAccessPage } from '../pages/given-access.page.js';
import type { PageFrame } from '../pages/page.js';
import { redirectToSelf } from './login-steps.js';
import { SignInPage } from './sign-in-page.decorator.js';
import { formId, SignedInController, type SignedInRequest } from './signed-in.controller.js';

/** `/login/access`, where users see and end the access of applications and personal tokens. */
@Controller('login/access')
@ApiExcludeController()
@SignInPage()
export class GivenAccessController extends SignedInController<object> {
  constructor(private readonly access: GivenAccessService) {
    super();
  }

  protected override async change({ user, response }: SignedInRequest, form: URLSearchParams): Promise<void> {
    const [app, token] = [formId(form.get('app')), formId(form.get('token'))];
    const visitor = this.login.visitor(response);
    if (app !== undefined) await this.access.endApp(user, visitor, app);
    if (token !== undefined) await this.access.endToken(user, visitor, token);
    redirectToSelf(response);
  }

  protected override async page(
    frame: PageFrame,
    { user }: SignedInRequest,
    shown: Pick<GivenAccessPage, 'username' | 'csrf'>,
  ): Promise<string> {
    return givenAccessPage(frame, { ...shown, ...(await this.access.list(user)) });
  }
}
