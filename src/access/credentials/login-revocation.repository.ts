import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import type { Command } from '../../database/statement.js';
import { AREAS, type Area, type LoginEnd } from '../../shared/areas/area.js';
import { deleteOfApp, deleteOfUser } from './login-revocation.sql.js';

/**
 * Deletes the rows that depend on logins from the tables that the areas name. Keeps personal
 * tokens.
 */
@Injectable()
export class LoginRevocationRepository {
  private readonly deletions: Readonly<Record<LoginEnd, readonly Command<never>[]>>;
  private readonly deletionsOfApp: readonly Command<never>[];

  constructor(@Inject(AREAS) areas: readonly Area[]) {
    this.deletionsOfApp = areas.flatMap(({ endsWithApp = [] }) => endsWithApp.map(deleteOfApp));
    this.deletions = { password: deletions(areas, 'password'), twoFactor: deletions(areas, 'twoFactor') };
  }

  async revoke(tx: Tx, end: LoginEnd, userId: number): Promise<void> {
    for (const deletion of this.deletions[end]) await tx.run(deletion, [userId]);
  }

  /** As `revoke`, for the end of an application's access to the user. */
  async revokeApp(tx: Tx, userId: number, clientId: string): Promise<void> {
    for (const deletion of this.deletionsOfApp) await tx.run(deletion, [userId, clientId]);
  }
}

function deletions(areas: readonly Area[], end: LoginEnd): Command<never>[] {
  const tables = areas.flatMap(({ endsWith }) => endsWith?.[end] ?? []);
  return tables.map(deleteOfUser);
}
