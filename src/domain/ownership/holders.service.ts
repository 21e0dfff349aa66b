import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Invalid, NotFound } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { holderView } from './holder.view.js';
import { HoldersRepository } from './holders.repository.js';
import { OwnershipService } from './ownership.service.js';

/** Gives names, in the form in which they are stored, to accounts (D-202). */
@Injectable()
export class HoldersService {
  constructor(
    private readonly holders: HoldersRepository,
    private readonly ownership: OwnershipService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound for a name without a holder */
  async view(name: string) {
    const holder = await this.holders.find(name);
    if (!holder) throw new NotFound();
    return holderView(holder);
  }

  /** @throws Invalid for a name of the platform (D-288), and for an account that does not exist */
  async put(name: string, accountId: number) {
    const holder = { domain: name, accountId, created: this.clock.now() };
    const fault = await this.ownership.holderFault(accountId, holder.domain);
    if (fault) throw new Invalid([fault]);
    return this.database.transaction(async (tx) => holderView(await this.holders.put(tx, holder)));
  }

  /** @throws NotFound for a name without a holder */
  delete(name: string) {
    return this.database.transaction(async (tx) => {
      if (!(await this.holders.delete(tx, name))) throw new NotFound();
      return {};
    });
  }
}
