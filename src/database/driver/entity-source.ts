import {
  DataSource,
  EntityManager,
  getMetadataArgsStorage,
  QueryResult,
  type ObjectLiteral,
  type Repository,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { Values } from '../reader.js';
import { SilentLogger } from './silent-logger.js';
import type { Answer } from './wire.js';

/** Runs a text of TypeORM on a connection of the service. */
export type RunText = (text: string, values: Values) => Promise<Answer>;

/**
 * TypeORM's DataSource for requests. It knows the entities and writes SQL, but has no connections.
 * `managerOn` gives the SQL to the service's own connections, which share the pools, the time-outs
 * and the names of statements.
 */
export class EntitySource extends DataSource {
  /** Builds the metadata of every entity class that the service has imported. */
  static async load(): Promise<EntitySource> {
    const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
    const source = new EntitySource({ type: 'postgres', entities, logger: new SilentLogger() });
    await source.buildMetadatas();
    return source;
  }

  /** The manager whose repositories send their statements to `run`. */
  managerOn(run: RunText, { inTransaction }: { inTransaction: boolean }): EntityManager {
    return new EntityManager(this, new StatementRunner(this, run, inTransaction));
  }
}

/**
 * The repositories of one transaction, or of reads. Created at first use, because most transactions
 * need none.
 */
export class Repositories {
  private manager: EntityManager | undefined;

  constructor(private readonly makeManager: () => EntityManager) {}

  of<Entity extends ObjectLiteral>(entity: new () => Entity): Repository<Entity> {
    return (this.manager ??= this.makeManager()).getRepository(entity);
  }
}

/** TypeORM's query runner without a connection. `Database` begins and ends its transaction. */
class StatementRunner extends PostgresQueryRunner {
  constructor(
    source: DataSource,
    private readonly run: RunText,
    inTransaction: boolean,
  ) {
    super(source.driver as PostgresDriver, 'master');
    this.isTransactionActive = inTransaction;
    this.transactionDepth = inTransaction ? 1 : 0;
  }

  override async query(text: string, values?: unknown[], useStructuredResult?: boolean): Promise<never> {
    const { rows, rowCount, command } = await this.run(text, values ?? []);
    const raw = command === 'UPDATE' || command === 'DELETE' ? [rows, rowCount] : rows;
    const result = Object.assign(new QueryResult(), { raw, records: rows, affected: rowCount });
    return (useStructuredResult ? result : raw) as never;
  }

  override startTransaction(): Promise<void> {
    return Promise.reject(new Error('Writes belong in Database.transaction'));
  }

  override commitTransaction(): Promise<void> {
    return Promise.reject(new Error('Database.transaction commits'));
  }

  override rollbackTransaction(): Promise<void> {
    return Promise.reject(new Error('Database.transaction rolls back'));
  }
}
