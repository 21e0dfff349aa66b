import { ApiProperty } from '@nestjs/swagger';

/** A note on a record (D-301). Both texts are empty for a record without a note. */
export class NoteResponse {
  @ApiProperty({ description: 'What the record is for.' }) note: string;
  @ApiProperty({ description: 'Who or what looks after the record.' }) owner: string;
}

export const NO_NOTE: NoteResponse = { note: '', owner: '' };

/** The notes on records, by the records' ids. */
export type Notes = ReadonlyMap<number, NoteResponse>;
