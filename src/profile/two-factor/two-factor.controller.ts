import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { TheCaller } from '../../auth/caller.decorator.js';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { TwoFactorSetupService } from './two-factor-setup.service.js';
import { ConfirmTwoFactorRequest } from './two-factor.requests.js';
import { ScratchCodeView, shownSecret, TwoFactorSecretView } from './two-factor.view.js';

@Controller()
export class TwoFactorController {
  constructor(private readonly setup: TwoFactorSetupService) {}

  @Endpoint('profile.tfa.enable')
  async enable(@TheCaller() caller: Caller): Promise<TwoFactorSecretView> {
    const { secret, expiry } = await this.setup.issue(caller);
    return shownSecret(secret, expiry);
  }

  @Endpoint('profile.tfa.confirm')
  async confirm(
    @TheCaller() caller: Caller,
    @Body() { tfa_code }: ConfirmTwoFactorRequest,
  ): Promise<ScratchCodeView> {
    return { scratch: await this.setup.confirm(caller, tfa_code) };
  }

  @Endpoint('profile.tfa.disable')
  async disable(@TheCaller() caller: Caller): Promise<object> {
    await this.setup.disable(caller);
    return {};
  }
}
