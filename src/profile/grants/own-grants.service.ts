import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { GrantsService } from '../../access/grants/grants.service.js';
import { Database } from '../../database/database.js';

@Injectable()
export class OwnGrantsService {
  constructor(
    private readonly grants: GrantsService,
    private readonly database: Database,
  ) {}

  /** Undefined for an unrestricted user, who needs no grants (spec: Profile rule 2). */
  async view(caller: Caller) {
    return caller.restricted ? this.grants.ofUser(this.database, caller.userId) : undefined;
  }
}
