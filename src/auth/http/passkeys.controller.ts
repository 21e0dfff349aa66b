import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CurrentPassword } from '../login/current-password.js';
import type { PageFrame } from '../pages/page.js';
import {
  createPasskeyPage,
  passkeysPage,
  renamePasskeyPage,
  type PasskeysPage,
  type ShownPasskey,
} from '../pages/passkeys.page.js';
import { MAX_PASSKEYS, Passkeys, type Addition } from '../passkeys/passkeys.service.js';
import { redirectToSelf } from './login-steps.js';
import { SignInPage } from './sign-in-page.decorator.js';
import {
  formId,
  SignedInController,
  WRONG_CURRENT_PASSWORD,
  type SignedInRequest,
} from './signed-in.controller.js';

type Named = Pick<ShownPasskey, 'id' | 'name'>;
type Faults = Pick<PasskeysPage, 'name' | 'nameFault' | 'currentFault' | 'fault'>;

const NOT_ADDED: Readonly<Record<Exclude<Addition, 'added'>, string>> = {
  full: `You have ${MAX_PASSKEYS} passkeys, the most that you may have.`,
  known: 'This passkey is in use already.',
  invalid: 'The passkey was not added: this took too long, or the browser’s answer is not valid. Try again.',
};

/** `/login/passkeys`, where users see, add, rename and remove their passkeys (D-311). */
@Controller('login/passkeys')
@ApiExcludeController()
@SignInPage()
export class PasskeysController extends SignedInController<Faults> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly currentPassword: CurrentPassword,
  ) {
    super();
  }

  protected override async change(signedIn: SignedInRequest, form: URLSearchParams): Promise<void> {
    const step = form.get('step');
    if (step !== 'add' && step !== 'create') return this.changeOne(signedIn, form);
    const name = nameOf(form);
    const nameFault = this.passkeys.nameFault(name);
    if (nameFault !== undefined) return this.send(signedIn, 400, { name, nameFault });
    await (step === 'add' ? this.begin(signedIn, form, name) : this.add(signedIn, form, name));
  }

  private async changeOne(signedIn: SignedInRequest, form: URLSearchParams): Promise<void> {
    const id = formId(form.get('passkey'));
    const passkey = (await this.passkeys.list(signedIn.user)).find((own) => own.id === id);
    if (!passkey) return redirectToSelf(signedIn.response);
    const step = form.get('step');
    if (step === 'edit') return this.sendRenamePage(signedIn, passkey);
    if (step === 'rename') return this.rename(signedIn, { id: passkey.id, name: nameOf(form) });
    await this.passkeys.remove(signedIn.user, passkey.id, this.login.visitor(signedIn.response));
    redirectToSelf(signedIn.response);
  }

  private async rename(signedIn: SignedInRequest, wanted: Named): Promise<void> {
    const fault = this.passkeys.nameFault(wanted.name);
    if (fault !== undefined) return this.sendRenamePage(signedIn, wanted, fault);
    await this.passkeys.rename(signedIn.user, wanted, this.login.visitor(signedIn.response));
    redirectToSelf(signedIn.response);
  }

  private sendRenamePage(signedIn: SignedInRequest, { id, name }: Named, fault?: string): void {
    const csrf = this.csrfToken(signedIn);
    const page = (frame: PageFrame) => renamePasskeyPage(frame, { csrf, id, name, fault });
    this.sendOther(signedIn, page, fault === undefined ? 200 : 400);
  }

  private async begin(signedIn: SignedInRequest, form: URLSearchParams, name: string): Promise<void> {
    if (!(await this.currentPassword.isCorrect(signedIn.user, form.get('current') ?? ''))) {
      return this.send(signedIn, 401, { name, currentFault: WRONG_CURRENT_PASSWORD });
    }
    const options = await this.passkeys.creationOptions(signedIn.user, signedIn.session);
    const csrf = this.csrfToken(signedIn);
    this.sendOther(signedIn, (frame) => createPasskeyPage(frame, { csrf, name, options }));
  }

  private async add(signedIn: SignedInRequest, form: URLSearchParams, name: string): Promise<void> {
    const wanted = { name, credential: form.get('credential') };
    const outcome = await this.passkeys.add(
      signedIn.user,
      signedIn.session,
      wanted,
      this.login.visitor(signedIn.response),
    );
    if (outcome === 'added') return redirectToSelf(signedIn.response);
    await this.send(signedIn, 400, { name, fault: NOT_ADDED[outcome] });
  }

  protected override async page(
    frame: PageFrame,
    { user }: SignedInRequest,
    shown: Pick<PasskeysPage, 'username' | 'csrf'>,
    faults: Faults,
  ): Promise<string> {
    const passkeys = await this.passkeys.list(user);
    return passkeysPage(frame, { ...shown, passkeys, max: MAX_PASSKEYS, ...faults });
  }
}

function nameOf(form: URLSearchParams): string {
  return (form.get('name') ?? '').trim();
}
