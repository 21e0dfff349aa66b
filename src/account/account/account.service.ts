import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { AccountRepository } from './account.repository.js';
import { accountView } from './account.view.js';

@Injectable()
export class AccountService {
  constructor(private readonly accounts: AccountRepository) {}

  async view(key: CallerKey) {
    return accountView(await this.accounts.find(key));
  }
}
