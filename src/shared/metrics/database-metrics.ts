import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Database } from '../../database/database.js';

/** Metrics of the database's connections, read at each scrape. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    registry: Registry,
    private readonly database: Database,
  ) {
    const registers = [registry];
    const connections = () => this.database.connections();
    new Gauge({
      name: 'database_connections',
      help: 'Connections for changes, for plain reads (pipelined), and for lists with a filter or an order.',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        const { open, idle, readers, lists } = connections();
        this.set({ pool: 'changes', state: 'idle' }, idle);
        this.set({ pool: 'changes', state: 'busy' }, open - idle);
        this.set({ pool: 'reads', state: 'open' }, readers);
        this.set({ pool: 'lists', state: 'open' }, lists);
      },
    });
    new Gauge({
      name: 'database_connections_max',
      help: 'The limit of connections: the shares of DATABASE_POOL.',
      labelNames: ['pool'],
      registers,
      collect() {
        const { max, maxReaders, maxLists } = connections();
        this.set({ pool: 'changes' }, max);
        this.set({ pool: 'reads' }, maxReaders);
        this.set({ pool: 'lists' }, maxLists);
      },
    });
    this.countWaiting(registers);
    this.countActivity(registers);
  }

  private countWaiting(registers: Registry[]): void {
    const connections = () => this.database.connections();
    new Gauge({
      name: 'database_pool_waiting',
      help: 'Changes that wait for a connection of the pool.',
      registers,
      collect() {
        this.set(connections().waiting);
      },
    });
  }

  private countActivity(registers: Registry[]): void {
    const { activity } = this.database;
    new Counter({
      name: 'database_transactions_total',
      help: 'Transactions that have ended.',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        this.inc({ result: 'committed' }, activity.committed);
        this.inc({ result: 'rolled_back' }, activity.rolledBack);
      },
    });
    new Counter({
      name: 'database_transaction_retries_total',
      help: 'Transactions that ran again after a serialization failure or a deadlock.',
      registers,
      collect() {
        this.reset();
        this.inc(activity.retries);
      },
    });
    new Counter({
      name: 'database_errors_total',
      help: 'Statements and transactions that failed: the database was down, was too slow, or refused the statement.',
      labelNames: ['kind'],
      registers,
      collect() {
        this.reset();
        this.inc({ kind: 'away' }, activity.away);
        this.inc({ kind: 'slow' }, activity.slow);
        this.inc({ kind: 'unexpected' }, activity.unexpected);
      },
    });
  }
}
