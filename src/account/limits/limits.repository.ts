import { Inject, Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { query, type Query } from '../../database/statement.js';
import { AREAS, gathered, type Area, type Quota } from '../../shared/areas/area.js';

/** The limits in the order of `GET /account/limits`. */
const SHOWN = ['domains', 'users', 'oauth_clients', 'vpcs', 'images', 'tokens', 'ssh_keys'] as const;
type Shown = (typeof SHOWN)[number];

/** Limits, and how much of each is used. */
@Injectable()
export class LimitsRepository {
  readonly quotas: readonly (Quota & { readonly name: Shown })[];
  private readonly count: Query<Record<Shown, number>>;

  constructor(
    private readonly database: Database,
    @Inject(AREAS) areas: readonly Area[],
  ) {
    const found = gathered(areas, 'quotas');
    this.quotas = SHOWN.map((name) => ({ name, ...found[name]! }));
    const counts = this.quotas.map(({ name, used }) => `${used} AS ${name}`).join(', ');
    // Uses the counting query of each quota's own check, so that it costs no more than a create.
    this.count = query(
      'account.limits',
      `WITH ${CALLER} SELECT ${counts} FROM caller JOIN accounts a ON a.id = caller.account_id`,
    );
  }

  async used(key: CallerKey, now: Date): Promise<Record<Shown, number>> {
    return (await this.database.row(this.count, [key, now]))!;
  }
}
