import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { fault, OutsideRestrictions, TooLarge, type Fault } from '../../shared/errors/errors.js';
import { RequestDraft } from '../../shared/validation/checked-request.js';
import type { ResponseForm } from '../changes/response-form.decorator.js';
import { MAX_FAULTS } from '../changes/change-entries.rules.js';
import { ChangeSets, isNamed } from '../changes/change-sets.service.js';
import { ChangesRepository } from '../changes/changes.repository.js';
import { ChangesService } from '../changes/changes.service.js';
import { MAX_RECORDS } from '../domain.rules.js';
import type { ReadDomain } from '../domain.sql.js';
import { changesOf, lineOf, type TextChanges } from './text-changes.rules.js';
import { readZoneText, type ZoneText } from './zone-text.rules.js';
import { ZoneTextRequest } from './zone-text.request.js';
import type { SkippedLineResponse, ZoneTextResponse } from './zone-text.view.js';

/** A request with a zone text. */
interface SentText {
  /** One character per octet. */
  readonly text: string;
  /** Not checked yet. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly form: ResponseForm;
}

/** Changes zones by texts in the form of master files (D-242). Each text is a set of changes. */
@Injectable()
export class ZoneTextsService {
  constructor(
    private readonly sets: ChangeSets,
    private readonly records: ChangesRepository,
    private readonly changes: ChangesService,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param read the domain as the guard read it
   * @throws Invalid with the faults of all lines; NotFound when the domain was deleted meanwhile;
   * OutsideRestrictions; TooLarge for more records than `MAX_RECORDS`
   */
  async apply(caller: Caller, read: ReadDomain, { text, query, form }: SentText): Promise<ZoneTextResponse> {
    const request = new RequestDraft(ZoneTextRequest, query, this.settings);
    const { mode = 'merge', skip = false, description = '', max_deletes: maxDeletes } = request.valid;
    const parsed = await readZoneText(text, read.domain);
    return this.database.transaction(async (tx) => {
      const domain = await this.changes.lock(tx, caller, read.id);
      const isRenamed = domain.domain !== read.domain;
      const zone = isRenamed ? await readZoneText(text, domain.domain) : parsed;
      if (zone.hasTooMany) throw new TooLarge(MAX_RECORDS);
      requireNamed(caller, zone);
      const stored = await this.records.all(tx, domain);
      const changes = await changesOf(zone, { ...domain, stored, mode });
      const set = await this.sets.applyTo(stored, caller, domain, changes.entries, maxDeletes);
      const faults = [...textFaults(zone, changes, { mode, skip }), ...set.faults.map(atLine)];
      request.validated(faults.slice(0, MAX_FAULTS));
      const diff = await this.records.write(tx, domain, set.draft.changes);
      const response = await this.changes.finish(tx, caller, domain, { diff, description, form });
      return Object.assign(response, { skipped: skippedOf(zone, changes) });
    });
  }
}

/**
 * D-237: a narrowed token must name each record of the text, also one that cannot be stored beside
 * the others.
 * @throws OutsideRestrictions
 */
function requireNamed(caller: Caller, { records }: ZoneText): void {
  if (!records.every(({ values }) => isNamed(caller, values))) throw new OutsideRestrictions();
}

function textFaults(
  { records, excluded, unstorable, unreadable }: ZoneText,
  changes: TextChanges,
  { mode, skip }: { readonly mode: string; readonly skip: boolean },
): Fault[] {
  const isEmpty = [records, excluded, unstorable, unreadable].every(({ length }) => length === 0);
  if (isEmpty && mode === 'replace') return [fault('', 'zone_text_empty')];
  const unstored = skip ? [] : [...unstorable, ...changes.unstorable];
  return [
    ...unreadable.map(({ line, reason: why }) => fault('', 'line_not_readable', { line, why })),
    ...unstored.map(({ line, reason: why }) => fault('', 'line_not_stored', { line, why })),
  ].sort((one, other) => one.line! - other.line!);
}

/** The fault of a record, with the record's line in the text. */
function atLine(found: Fault): Fault {
  const line = lineOf(found);
  return line === undefined ? found : fault('', 'line_not_stored', { line, why: found.reason });
}

/** Lines in their order, then stored records. */
function skippedOf({ excluded, unstorable }: ZoneText, changes: TextChanges): SkippedLineResponse[] {
  const lines = [...excluded, ...unstorable, ...changes.unstorable].sort(
    (one, other) => one.line - other.line,
  );
  const stored = changes.excluded.map(({ record, reason }) => ({
    line: null,
    reason: `record ${record.id} is left alone: ${reason}`,
  }));
  return [...lines, ...stored];
}
