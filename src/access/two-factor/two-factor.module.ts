import { Module } from '@nestjs/common';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactor } from './two-factor.service.js';

@Module({ providers: [TwoFactorRepository, TwoFactor], exports: [TwoFactor, TwoFactorRepository] })
export class TwoFactorModule {}
