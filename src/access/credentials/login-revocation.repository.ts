import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command, type Command } from '../../database/statement.js';
import { AREAS, type Area, type LoginEnd } from '../../shared/areas/area.js';

/** Deletes what logins have left behind; each area says in which of its tables. Personal tokens stay. */
@Injectable()
export class LoginRevocationRepository {
  private readonly deletions: Readonly<Record<LoginEnd, readonly Command<never>[]>>;

  constructor(@Inject(AREAS) areas: readonly Area[]) {
    this.deletions = { password: deletions(areas, 'password'), twoFactor: deletions(areas, 'twoFactor') };
  }

  async revoke(tx: Tx, end: LoginEnd, userId: number): Promise<void> {
    for (const deletion of this.deletions[end]) await tx.run(deletion, [userId]);
  }
}

function deletions(areas: readonly Area[], end: LoginEnd): Command<never>[] {
  const tables = areas.flatMap(({ endsWith }) => endsWith?.[end] ?? []);
  return tables.map((table) => command(`auth.revoke.${table}`, `DELETE FROM ${table} WHERE user_id = $1`));
}
