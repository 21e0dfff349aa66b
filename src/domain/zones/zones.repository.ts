import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { READ_STATE, READ_ZONE, type ZoneRow, type ServedZone } from './zones.sql.js';

/**
 * Of the `rdata` of a zone that is rendered. The records are one JSON value, and the end of this
 * process if Node.js can't make a string of it: a string has at most 512 MiB. Rendering takes some
 * ten times as much memory.
 */
const MAX_RENDERED_BYTES = 64 * 1024 * 1024;

@Injectable()
export class ZonesRepository {
  constructor(private readonly database: Database) {}

  state(key: CallerKey, domainId: number): Promise<ServedZone | undefined> {
    return this.database.row(READ_STATE, [key, domainId]);
  }

  /** Reads a zone of which `state` or the guard has checked the account. */
  zone(domainId: number): Promise<ZoneRow | undefined> {
    return this.database.row(READ_ZONE, [domainId, MAX_RENDERED_BYTES]);
  }
}
