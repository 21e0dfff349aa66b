import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Database } from '../database/database.js';
import type { Tx } from '../database/reader.js';
import type { Command } from '../database/statement.js';
import { AREAS, type Area, type ShownObject } from '../shared/areas/area.js';
import { NotFound } from '../shared/errors/errors.js';
import { CurrentObjects, type CurrentObject } from '../shared/http/conditions/current-objects.js';
import { Clock } from '../shared/time/clock.js';
import type { Caller } from './caller.js';
import { CredentialsRepository } from './credentials/credentials.repository.js';
import type { EndpointRow } from './endpoint.js';
import { ENDPOINTS } from './endpoints.js';
import { lookupValues, PathLookups, rowFor } from './path-lookups.js';
import { lockEntity } from './path-objects.sql.js';
import type { AccessRequest } from './request-access.js';
import { UserEntity } from './user.entity.js';

/**
 * The GET that shows the object of a change, and how to read the object when a look-up's row does
 * not show it.
 */
interface ShowingGet {
  readonly row: EndpointRow;
  readonly read: ShownObject | undefined;
}

/**
 * Shows the objects of paths below `/v4` as their GETs do, for `If-Match` (D-231, D-275) and for
 * their existence (D-280).
 */
@Injectable()
export class PathObjects extends CurrentObjects {
  private readonly locks = new Map<EndpointRow, Command<never>>();
  private gets: ReadonlyMap<string, ShowingGet> | undefined;

  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly lookups: PathLookups,
    private readonly clock: Clock,
    private readonly modules: ModuleRef,
    @Inject(AREAS) private readonly areas: readonly Area[],
  ) {
    super();
  }

  async locked(request: AccessRequest): Promise<CurrentObject | undefined> {
    const { access } = request;
    // The platform and an upload address have no caller. No GET shows their objects with a tag.
    if (!access?.caller) return undefined;
    const { endpoint, caller } = access;
    const get = this.getFor(endpoint.tagOf ?? endpoint.path);
    if (!get) return undefined;
    const row = rowFor(get.row, request.params);
    return this.database.transaction(async (tx) => {
      const shown = await this.lockAndShow(tx, caller, row, request);
      return { shown: get.read && !row.shows ? await get.read(caller as never, request.params) : shown };
    });
  }

  /** Whether the object of an open GET exists (D-280). A list always exists. */
  async exists({ path }: EndpointRow, params: AccessRequest['params']): Promise<boolean> {
    try {
      await this.getFor(path)?.read?.(undefined as never, params);
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  /**
   * @returns undefined when a look-up's row does not show the object, or the caller may not see it
   */
  private async lockAndShow(
    tx: Tx,
    caller: Caller,
    row: EndpointRow,
    request: AccessRequest,
  ): Promise<unknown> {
    const lookup = this.lookups.of(row);
    if (!lookup) {
      const lock = { mode: 'for_no_key_update' } as const;
      await tx.repository(UserEntity).findOne({ select: { id: true }, where: { id: caller.userId }, lock });
      return undefined;
    }
    const values = lookupValues(lookup, request);
    if (!values) throw new NotFound();
    // A later statement reads the columns of other tables, because it sees all that committed
    // before the lock.
    const locked = await tx.rows(this.lockOf(row), [caller.key, this.clock.now(), ...values]);
    if (locked.length === 0) throw new NotFound();
    if (!row.shows) return undefined;
    const found = await this.credentials.findWithEntity(row, caller.key, values, tx);
    return found?.shown ? lookup.view?.(found.shown as never) : undefined;
  }

  private lockOf(row: EndpointRow): Command<never> {
    const statement = this.locks.get(row) ?? lockEntity(row.entity!, this.lookups.of(row)!);
    this.locks.set(row, statement);
    return statement;
  }

  /** The GET of the path itself, else the GET of the nearest entity above it. */
  private getFor(path: string): ShowingGet | undefined {
    this.gets ??= showingGets(this.areas, (type) => this.modules.get(type, { strict: false }));
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const get = this.gets.get(path.slice(0, end));
      if (get && (end === path.length || get.row.entity !== undefined)) return get;
    }
    return undefined;
  }
}

function showingGets(
  areas: readonly Area[],
  get: Parameters<NonNullable<Area['objects']>>[0],
): ReadonlyMap<string, ShowingGet> {
  const read = Object.assign({}, ...areas.map(({ objects }) => objects?.(get))) as Record<
    string,
    ShownObject
  >;
  const gets = Object.entries<EndpointRow>(ENDPOINTS)
    .filter(([name, { shows, ofPrivate }]) => shows ?? ofPrivate?.shows ?? name in read)
    .map(([name, row]) => [row.path, { row, read: read[name] }] as const);
  return new Map(gets);
}
