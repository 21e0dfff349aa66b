import { Module } from '@nestjs/common';
import { TwoFactorModule } from '../access/two-factor/two-factor.module.js';
import { AccessController } from './access/access.controller.js';
import { AccessService } from './access/access.service.js';
import { AppsController } from './apps/apps.controller.js';
import { AppsService } from './apps/apps.service.js';
import { DevicesController } from './devices/devices.controller.js';
import { DevicesRepository } from './devices/devices.repository.js';
import { DevicesService } from './devices/devices.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { LoginsController } from './logins/logins.controller.js';
import { LoginsService } from './logins/logins.service.js';
import { ProfileController } from './me/profile.controller.js';
import { ProfileRepository } from './me/profile.repository.js';
import { ProfileService } from './me/profile.service.js';
import { PhoneController } from './phone/phone.controller.js';
import { PhoneRepository } from './phone/phone.repository.js';
import { PhoneService } from './phone/phone.service.js';
import { TextMessageMetrics } from './phone/text-message-metrics.js';
import { textMessagesProvider } from './phone/text-messages.provider.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { PreferencesRepository } from './preferences/preferences.repository.js';
import { PreferencesService } from './preferences/preferences.service.js';
import { SecurityAnswersRepository } from './security-questions/security-answers.repository.js';
import { SecurityQuestionsController } from './security-questions/security-questions.controller.js';
import { SecurityQuestionsService } from './security-questions/security-questions.service.js';
import { SshKeysController } from './ssh-keys/ssh-keys.controller.js';
import { SshKeysRepository } from './ssh-keys/ssh-keys.repository.js';
import { SshKeysService } from './ssh-keys/ssh-keys.service.js';
import { RestrictionsService } from './tokens/restrictions.service.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';
import { TwoFactorController } from './two-factor/two-factor.controller.js';
import { TwoFactorSetupService } from './two-factor/two-factor-setup.service.js';

/** The acting user's settings, credentials and second factors (spec: Profile). */
@Module({
  imports: [TwoFactorModule],
  controllers: [
    ProfileController,
    AccessController,
    AppsController,
    DevicesController,
    GrantsController,
    LoginsController,
    PhoneController,
    PreferencesController,
    SecurityQuestionsController,
    SshKeysController,
    TwoFactorController,
    TokensController,
  ],
  providers: [
    ProfileRepository,
    ProfileService,
    AccessService,
    AppsService,
    DevicesRepository,
    DevicesService,
    LoginsService,
    PhoneRepository,
    PhoneService,
    TextMessageMetrics,
    textMessagesProvider,
    PreferencesRepository,
    PreferencesService,
    SecurityAnswersRepository,
    SecurityQuestionsService,
    SshKeysRepository,
    SshKeysService,
    RestrictionsService,
    TokensService,
    TwoFactorSetupService,
  ],
})
export class ProfileModule {}
