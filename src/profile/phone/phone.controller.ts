import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { TheCaller } from '../../auth/caller.decorator.js';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { PhoneService } from './phone.service.js';
import { SendPhoneCodeRequest, VerifyPhoneRequest } from './phone.requests.js';

@Controller()
export class PhoneController {
  constructor(private readonly phone: PhoneService) {}

  @Endpoint('profile.phone.send')
  async send(@TheCaller() caller: Caller, @Body() request: SendPhoneCodeRequest): Promise<object> {
    await this.phone.send(caller, request);
    return {};
  }

  @Endpoint('profile.phone.verify')
  async verify(@TheCaller() caller: Caller, @Body() { otp_code }: VerifyPhoneRequest): Promise<object> {
    await this.phone.verify(caller, otp_code);
    return {};
  }

  @Endpoint('profile.phone.delete')
  async delete(@TheCaller() caller: Caller): Promise<object> {
    await this.phone.delete(caller);
    return {};
  }
}
