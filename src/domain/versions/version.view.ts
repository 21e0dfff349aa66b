import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import { PropagationState } from '../propagation/propagation.view.js';
import type { Notes } from '../notes/note.view.js';
import {
  CountsResponse,
  countsOf,
  DifferenceResponse,
  diffView,
  SettingsChangeResponse,
  ShowsSettings,
} from './diff.view.js';
import type { ChangeRow, VersionRow } from './versions.sql.js';
import type { VersionDifference } from './zone-diff.js';

/** A version of a zone, and the change that made it (D-241). */
export class VersionResponse {
  @ApiProperty({ type: 'integer', description: 'The number of the version; 1 is the new zone.' })
  version: number;

  @ApiProperty({
    type: 'integer',
    description: 'The serial of the version; other serials may have followed.',
  })
  serial: number;

  @ApiTime({ description: 'When the change was made.' }) created: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The user who made the change; null for the service itself.',
  })
  username: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The label of the token; null once it is revoked or has expired.',
  })
  token: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The `X-Request-Id` of the request.' })
  request_id: string | null;

  @ApiProperty({ description: 'Why, as the request said.' }) description: string;

  @ApiProperty({ type: 'integer', description: 'The id of the change.' }) id: number;

  @ApiProperty({ description: 'How many records differ from the version before.' }) counts: CountsResponse;
}

export function versionView(row: VersionRow): VersionResponse {
  return {
    version: row.version,
    serial: row.serial,
    created: shownTime(row.created),
    username: row.username,
    token: row.token,
    request_id: row.requestId,
    description: row.description,
    id: row.id,
    counts: { created: row.recordsCreated, updated: row.recordsUpdated, deleted: row.recordsDeleted },
  };
}

/** The difference of two versions. */
export class VersionDiffResponse {
  @ApiProperty({ type: 'integer', description: 'The version to start from; 0 is the empty zone.' })
  from: number;
  @ApiProperty({ type: 'integer', description: 'The version to compare with it.' }) to: number;
  @ApiProperty({ type: [DifferenceResponse], description: 'Each record that differs.' })
  diff: DifferenceResponse[];

  @ShowsSettings() settings?: SettingsChangeResponse;
}

/** A change of a zone, and whether it is live (D-240). */
export class ChangeResponse extends PropagationState {
  @ApiProperty({ type: 'integer', description: 'The id of the change.' }) id: number;
  @ApiProperty({ type: 'integer', description: 'The version of the zone that it made.' }) version: number;
  @ApiProperty({ type: 'integer', description: 'The serial of the SOA record.' }) serial: number;
  @ApiTime({ description: 'When it was made.' }) created: string;
  @ApiProperty({ description: 'Why, as the request said.' }) description: string;
  @ApiProperty({ description: 'How many records differ.' }) counts: CountsResponse;
  @ApiProperty({ type: [DifferenceResponse], description: 'Each record that differs.' })
  diff: DifferenceResponse[];

  @ShowsSettings() settings?: SettingsChangeResponse;
}

export function changeView(
  row: ChangeRow,
  { records, ...settings }: VersionDifference,
  { notes, state }: { readonly notes: Notes; readonly state: PropagationState },
): ChangeResponse {
  const { id, version, serial, description } = row;
  const created = shownTime(row.created);
  const shown = { counts: countsOf(records), diff: diffView(records, notes), ...settings };
  return { id, version, serial, ...state, created, description, ...shown };
}
