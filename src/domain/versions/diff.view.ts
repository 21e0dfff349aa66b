import { ApiProperty } from '@nestjs/swagger';
import { NullableObject } from '../../shared/openapi/nullable.js';
import { NO_NOTE, type Notes } from '../notes/note.view.js';
import { RECORD, type RecordRow, type StoredRecord } from '../records/record.resource.js';
import { ZONE_SETTINGS, type ZoneSettings } from '../zones/zone-settings.resource.js';
import type { ZoneDiff } from './zone-diff.js';

export class CountsResponse {
  @ApiProperty({ type: 'integer', description: 'The number of created records.' }) created: number;
  @ApiProperty({ type: 'integer', description: 'The number of changed records.' }) updated: number;
  @ApiProperty({ type: 'integer', description: 'The number of deleted records.' }) deleted: number;
}

const ACTIONS = ['create', 'update', 'delete'] as const;

/** One record that differs. */
export class DifferenceResponse {
  @ApiProperty({ enum: ACTIONS, description: 'The change of the record.' })
  action: (typeof ACTIONS)[number];

  @NullableObject(RECORD.response, { description: 'The record before the change; null for a created one.' })
  before: RecordRow | null;

  @NullableObject(RECORD.response, { description: 'The record after the change; null for a deleted one.' })
  after: RecordRow | null;

  @ApiProperty({
    description: 'The present note on the record, or the last one of a deleted record (D-301).',
  })
  note: string;

  @ApiProperty({ description: 'The team or program that maintains the record: the present or the last one.' })
  owner: string;
}

/** The settings of the zone before and after a change. */
export class SettingsChangeResponse {
  @ApiProperty({ type: ZONE_SETTINGS.response, description: 'The settings before the change.' })
  before: ZoneSettings;
  @ApiProperty({ type: ZONE_SETTINGS.response, description: 'The settings after the change.' })
  after: ZoneSettings;
}

/** Documents a response's `settings`, which it has only when they differ. */
export function ShowsSettings(): PropertyDecorator {
  const description = 'The settings of the domain that the zone shows; left out when they do not differ.';
  return ApiProperty({ type: SettingsChangeResponse, required: false, description });
}

export function countsOf({ created, updated, deleted }: ZoneDiff): CountsResponse {
  return { created: created.length, updated: updated.length, deleted: deleted.length };
}

/** Deleted, updated and created records, in this order. */
export function diffView({ created, updated, deleted }: ZoneDiff, notes: Notes): DifferenceResponse[] {
  const shown = (
    action: DifferenceResponse['action'],
    before: StoredRecord | null,
    after: StoredRecord | null,
  ) => ({
    action,
    before: before && RECORD.shownOf(before),
    after: after && RECORD.shownOf(after),
    ...(notes.get((after ?? before)!.id) ?? NO_NOTE),
  });
  return [
    ...deleted.map((record) => shown('delete', record, null)),
    ...updated.map(({ before, after }) => shown('update', before, after)),
    ...created.map((record) => shown('create', null, record)),
  ];
}
