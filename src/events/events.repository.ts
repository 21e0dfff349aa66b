import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import type { Tx } from '../database/reader.js';
import { EventEntity } from './event.entity.js';

type Progress = Pick<EventEntity, 'status' | 'percentComplete'> & { readonly message?: string };

@Injectable()
export class EventsRepository {
  /**
   * Changes the status of an event that has not ended. An ended event has its duration in seconds,
   * a running one has none.
   */
  async progress(
    tx: Tx,
    id: number,
    { status, percentComplete, message }: Progress,
    now: Date,
  ): Promise<void> {
    const events = tx.repository(EventEntity);
    const where = { id, status: In(['scheduled', 'started']) };
    const event = await events.findOne({ where, lock: { mode: 'pessimistic_write' } });
    if (!event) return;
    const seconds = Math.round((now.getTime() - event.created.getTime()) / 1000);
    const duration = status === 'started' ? null : seconds;
    await events.update({ id }, { status, percentComplete, duration, message });
  }

  /** Raises the percentage of a started event, and never lowers it. */
  async advance(tx: Tx, id: number, percentComplete: number): Promise<void> {
    const where = { id, status: 'started', percentComplete: LessThan(percentComplete) } as const;
    await tx.repository(EventEntity).update(where, { percentComplete });
  }
}
