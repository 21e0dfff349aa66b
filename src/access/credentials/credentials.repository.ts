import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader } from '../../database/reader.js';
import type { Query } from '../../database/statement.js';
import { Clock } from '../../shared/time/clock.js';
import type { CallerFacts } from '../access.rules.js';
import type { Caller, CallerKey } from '../caller.js';
import type { EndpointRow } from '../endpoint.js';
import { PathLookups, type PathValues } from '../path-lookups.js';
import {
  FIND_CREDENTIAL,
  FIND_USER,
  findNarrowedWithEntity,
  findPlatformEntity,
  findUserWithEntity,
  findWithEntity,
  NOTE_USE,
  type StoredCaller,
  type StoredEntity,
} from './credentials.sql.js';

/**
 * Finds credentials. Every request asks the database, so that a revoked token stops working at once
 * (D-39).
 */
@Injectable()
export class CredentialsRepository {
  private readonly withEntity = new Map<EndpointRow, Query<StoredCaller & StoredEntity>>();
  private readonly withNamedEntity = new Map<EndpointRow, Query<StoredCaller & StoredEntity>>();
  private readonly withEntityOfUser = new Map<EndpointRow, Query<CallerFacts & StoredEntity>>();
  private readonly platformEntities = new Map<EndpointRow, Query<object>>();

  constructor(
    private readonly database: Database,
    private readonly lookups: PathLookups,
    private readonly clock: Clock,
  ) {}

  find(key: CallerKey): Promise<StoredCaller | undefined> {
    return this.database.row(FIND_CREDENTIAL, [key]);
  }

  /** Finds the credential and the path's entity in one statement, for a narrowed token in two. */
  async findWithEntity(
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues,
    reader: Reader = this.database,
  ): Promise<(StoredCaller & StoredEntity) | undefined> {
    const parameters = [key, this.clock.now(), ...values];
    const path = this.pathOf(endpoint);
    const statement = remembered(this.withEntity, endpoint, () => findWithEntity(path));
    const stored = await reader.row(statement, parameters);
    if (!stored?.narrowing) return stored;
    // A second statement, because restrictions in the first one would make it a third slower for
    // every request.
    const narrowed = remembered(this.withNamedEntity, endpoint, () => findNarrowedWithEntity(path));
    return reader.row(narrowed, parameters);
  }

  /** As `find` or `findWithEntity`, with another reader. */
  findAgain(
    reader: Reader,
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues | undefined,
  ): Promise<StoredCaller | (StoredCaller & StoredEntity) | undefined> {
    if (!values) return reader.row(FIND_CREDENTIAL, [key]);
    return this.findWithEntity(endpoint, key, values, reader);
  }

  async noteUse({ tokenId, userId }: Pick<Caller, 'tokenId' | 'userId'>, now: Date): Promise<void> {
    await this.database.change((run) => run(NOTE_USE, [tokenId, now, userId]));
  }

  /** Finds a user instead of a credential, with every scope. */
  findOfUser(
    endpoint: EndpointRow,
    userId: number,
    values: PathValues | undefined,
  ): Promise<CallerFacts | (CallerFacts & StoredEntity) | undefined> {
    if (!values) return this.database.row(FIND_USER, [userId]);
    const statement = remembered(this.withEntityOfUser, endpoint, () =>
      findUserWithEntity(this.pathOf(endpoint)),
    );
    return this.database.row(statement, [userId, this.clock.now(), ...values]);
  }

  /** Whether the entity that a path of the Platform API names exists. */
  async platformEntityExists(endpoint: EndpointRow, values: PathValues): Promise<boolean> {
    const statement = remembered(this.platformEntities, endpoint, () =>
      findPlatformEntity(this.pathOf(endpoint)),
    );
    return (await this.database.row(statement, values)) !== undefined;
  }

  private pathOf(endpoint: EndpointRow) {
    return { endpoint, lookup: this.lookups.of(endpoint)! };
  }
}

function remembered<Row>(
  statements: Map<EndpointRow, Query<Row>>,
  endpoint: EndpointRow,
  make: () => Query<Row>,
): Query<Row> {
  const statement = statements.get(endpoint) ?? make();
  statements.set(endpoint, statement);
  return statement;
}
