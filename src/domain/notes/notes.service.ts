import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { requireRecordsCovered } from '../../access/narrowing/narrowing.rules.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { DAY_MS } from '../../shared/time/date-time.js';
import { domainReference } from '../domain.events.js';
import { describeRecord, recordReference } from '../records/record.events.js';
import { RecordsRepository } from '../records/records.repository.js';
import type { NoteRequest } from './note.request.js';
import { NO_NOTE, type NoteResponse } from './note.view.js';
import { NotesRepository } from './notes.repository.js';

/**
 * Notes on records (D-301). The change of a note makes no version, because notes are not served.
 */
@Injectable()
export class NotesService {
  constructor(
    private readonly notes: NotesRepository,
    private readonly records: RecordsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async view({ accountId }: Caller, domainId: number, recordId: number): Promise<NoteResponse> {
    const { note, owner } = (await this.notes.find({ accountId, domainId, recordId })) ?? NO_NOTE;
    return { note, owner };
  }

  /**
   * Changes the note of a record, which may have changed since the guard read it.
   * @throws OutsideRestrictions for a narrowed token that does not cover the record (D-237)
   * @throws NotFound when the record was deleted meanwhile
   */
  update(caller: Caller, domainId: number, recordId: number, request: NoteRequest): Promise<NoteResponse> {
    const { accountId } = caller;
    const key = { accountId, domainId, recordId };
    return this.database.transaction(async (tx) => {
      await this.notes.lockRecord(tx, key);
      const record = await this.records.read(accountId, domainId, recordId, tx);
      if (!record) throw new NotFound();
      requireRecordsCovered(caller, 'update', record);
      const before = (await this.notes.find(key, tx)) ?? NO_NOTE;
      const after = { note: request.note ?? before.note, owner: request.owner ?? before.owner };
      const isChanged = after.note !== before.note || after.owner !== before.owner;
      if (isChanged) await this.notes.write(tx, key, after);
      const event = {
        action: 'domain_record_update',
        entity: domainReference({ id: domainId, domain: record.domain }),
        secondaryEntity: recordReference(domainId, record),
        message: `Note of the ${describeRecord(record, record)}`,
      } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return after;
    });
  }

  /**
   * Deletes the notes on records that cannot be restored.
   * @returns the number of deleted notes
   */
  tidy(tx: Tx, limit: number): Promise<number> {
    const { zoneVersionDays, domainHoldDays } = this.settings;
    const keptMs = Math.max(zoneVersionDays, domainHoldDays) * DAY_MS;
    return this.notes.tidy(tx, new Date(this.clock.now().getTime() - keptMs), limit);
  }
}
