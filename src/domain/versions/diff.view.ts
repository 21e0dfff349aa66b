import { ApiProperty } from '@nestjs/swagger';
import { NullableObject } from '../../shared/openapi/nullable.js';
import { NO_NOTE, type Notes } from '../notes/note.view.js';
import { RECORD, type RecordRow, type StoredRecord } from '../records/record.resource.js';
import { ZONE_SETTINGS, type ZoneSettings } from '../zones/zone-settings.resource.js';
import type { ZoneDiff } from './zone-diff.js';

export class CountsResponse {
  @ApiProperty({ type: 'integer', description: 'Records that are new.' }) created: number;
  @ApiProperty({ type: 'integer', description: 'Records that are other than they were.' }) updated: number;
  @ApiProperty({ type: 'integer', description: 'Records that are gone.' }) deleted: number;
}

const ACTIONS = ['create', 'update', 'delete'] as const;

/** One record that differs. */
export class DifferenceResponse {
  @ApiProperty({ enum: ACTIONS, description: 'What happened to the record.' })
  action: (typeof ACTIONS)[number];

  @NullableObject(RECORD.response, { description: 'As it was; null for a new one.' })
  before: RecordRow | null;

  @NullableObject(RECORD.response, { description: 'As it is; null for one that is gone.' })
  after: RecordRow | null;

  @ApiProperty({ description: 'The note on the record as it is now, or was when the record went (D-301).' })
  note: string;

  @ApiProperty({ description: 'Who or what looks after the record, likewise.' }) owner: string;
}

/** The settings of the zone before and after a change. */
export class SettingsChangeResponse {
  @ApiProperty({ type: ZONE_SETTINGS.response, description: 'As they were.' }) before: ZoneSettings;
  @ApiProperty({ type: ZONE_SETTINGS.response, description: 'As they are.' }) after: ZoneSettings;
}

/** Documents a response's `settings`, which it has only when they differ. */
export function ShowsSettings(): PropertyDecorator {
  const description =
    'What the zone shows of its domain beside the records; left out where it does not differ.';
  return ApiProperty({ type: SettingsChangeResponse, required: false, description });
}

export function countsOf({ created, updated, deleted }: ZoneDiff): CountsResponse {
  return { created: created.length, updated: updated.length, deleted: deleted.length };
}

/** Deleted, updated and created records, in this order. */
export function diffView({ created, updated, deleted }: ZoneDiff, notes: Notes): DifferenceResponse[] {
  const noteOf = ({ id }: StoredRecord) => notes.get(id) ?? NO_NOTE;
  return [
    ...deleted.map((record) => ({
      action: 'delete' as const,
      before: RECORD.shownOf(record),
      after: null,
      ...noteOf(record),
    })),
    ...updated.map(({ before, after }) => ({
      action: 'update' as const,
      before: RECORD.shownOf(before),
      after: RECORD.shownOf(after),
      ...noteOf(after),
    })),
    ...created.map((record) => ({
      action: 'create' as const,
      before: null,
      after: RECORD.shownOf(record),
      ...noteOf(record),
    })),
  ];
}
