import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound, TooLarge, type Fault } from '../../shared/errors/errors.js';
import { expecting } from '../../shared/errors/reason.js';
import { withObject } from '../../shared/http/response/object-headers.js';
import { RequestDraft } from '../../shared/validation/checked-request.js';
import { notValid, required } from '../../shared/validation/rule.js';
import type { DomainEntity } from '../domain.entity.js';
import { domainReference } from '../domain.events.js';
import { MAX_RECORDS } from '../domain.rules.js';
import type { ReadDomain } from '../domain.sql.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { LintService } from '../lint/lint.service.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { NOT_SERVED } from '../records/record.events.js';
import { countsOf, diffView } from '../versions/diff.view.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { settingsChange, type ZoneDiff } from '../versions/zone-diff.js';
import { ZoneFilesService } from '../zones/zone-files.service.js';
import { ZONE_SETTINGS, type RestoredValues } from '../zones/zone-settings.resource.js';
import type { ResponseForm } from './response-form.decorator.js';
import { MAX_FAULTS, readEntries } from './change-entries.rules.js';
import { ChangeSetRequest } from './change-set.request.js';
import { ChangeSets } from './change-sets.service.js';
import type { ChangeSetResponse } from './change.view.js';
import { ChangesRepository } from './changes.repository.js';

/** A set of changes whose records a transaction has written, without serial and version yet. */
export interface WrittenSet {
  readonly diff: ZoneDiff;
  readonly description: string;
  /** The properties of the domain that a restore also changes. */
  readonly values?: RestoredValues;
  readonly form: ResponseForm;
}

/**
 * Changes zones by sets of changes (D-240). A set applies in full or not at all, as one version
 * with one serial and one event.
 */
@Injectable()
export class ChangesService {
  constructor(
    private readonly sets: ChangeSets,
    private readonly changes: ChangesRepository,
    private readonly domains: DomainsRepository,
    private readonly versions: VersionsRepository,
    private readonly zones: ZoneFilesService,
    private readonly lint: LintService,
    private readonly notes: NotesRepository,
    private readonly access: AccessFacts,
    private readonly database: Database,
    private readonly events: EventsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param read the domain as the guard read it
   * @param body not checked yet
   * @throws Invalid with the faults of all entries; NotFound when the domain was deleted meanwhile;
   * OutsideRestrictions; TooLarge for more entries than `MAX_RECORDS`
   */
  async create(
    caller: Caller,
    read: ReadDomain,
    body: Readonly<Record<string, unknown>>,
    form: ResponseForm,
  ): Promise<ChangeSetResponse> {
    const request = new RequestDraft(ChangeSetRequest, body, this.settings);
    const { changes, faults: listFaults } = entriesIn(body.changes);
    const { description = '', max_deletes: maxDeletes } = request.valid;
    const remoteAddress = caller.address;
    const parsed = await readEntries(changes, { domain: read.domain, remoteAddress });
    if (listFaults.length > 0 || parsed.faults.length >= MAX_FAULTS)
      request.validated([...listFaults, ...parsed.faults].slice(0, MAX_FAULTS));
    return this.database.transaction(async (tx) => {
      const domain = await this.lock(tx, caller, read.id);
      const isRenamed = domain.domain !== read.domain;
      const { entries, faults } = isRenamed
        ? await readEntries(changes, { domain: domain.domain, remoteAddress })
        : parsed;
      const set = await this.sets.apply(tx, caller, domain, entries, maxDeletes);
      request.validated([...faults, ...set.faults].slice(0, MAX_FAULTS));
      const diff = await this.changes.write(tx, domain, set.draft.changes);
      return this.finish(tx, caller, domain, { diff, description, form });
    });
  }

  /**
   * Locks the domain of a change, and decides on the access again: to read a large set, or to wait
   * for a turn, takes up to some seconds (D-206).
   * @throws NotFound when the domain was deleted meanwhile; as `AccessFacts.requireStillAllowed`
   */
  async lock(tx: Tx, caller: Caller, id: number): Promise<DomainEntity> {
    const domain = await this.domains.lock(tx, caller.accountId, id);
    await this.access.requireStillAllowed(tx, caller);
    if (!domain) throw new NotFound();
    return domain;
  }

  /**
   * Raises the serial, and writes the version and the event of a set that differs.
   * @returns the response, with the zone file's tag for its headers
   */
  async finish(
    tx: Tx,
    caller: Caller,
    before: DomainEntity,
    { diff, description, values = {}, form }: WrittenSet,
  ): Promise<ChangeSetResponse> {
    const counts = countsOf(diff);
    const isChange = counts.created + counts.updated + counts.deleted + Object.keys(values).length > 0;
    const made = isChange ? await this.record(tx, caller, before, { diff, description, values }) : undefined;
    const { id, version, serial } = made ?? { id: null, version: before.zoneVersion, serial: before.serial };
    const status = made ? 'pending' : null;
    const response: ChangeSetResponse = { id, version, serial, status, counts };
    const after = made?.domain ?? before;
    if (form.diff) {
      response.diff = diffView(diff, await this.notes.ofDiff(before, diff, tx));
      Object.assign(response, settingsChange(ZONE_SETTINGS.shownOf(before), ZONE_SETTINGS.shownOf(after)));
    }
    if (form.lint) response.lint = await this.lint.inTransaction(tx, caller, before.id);
    return withObject(response, this.zones.identity(after));
  }

  private async record(
    tx: Tx,
    caller: Caller,
    before: DomainEntity,
    { diff, description, values = {} }: Omit<WrittenSet, 'form'>,
  ) {
    const after = await this.changes.count(tx, before, diff, values);
    await this.changes.scheduleDelegated(tx, before, diff);
    const note = { description, ...settingsBefore(before, values) };
    const made = await this.versions.record(tx, caller, after, diff, note);
    const message = messageOf(diff, description);
    this.events.record(tx, caller, { action: 'domain_update', entity: domainReference(after), message });
    return { ...made, domain: after };
  }
}

/** @throws TooLarge */
function entriesIn(changes: unknown): { changes: readonly unknown[]; faults: readonly Fault[] } {
  if (!Array.isArray(changes)) {
    const reason = changes == null ? required('changes') : expecting(notValid('changes'), { type: 'array' });
    return { changes: [], faults: [{ field: 'changes', ...reason }] };
  }
  if (recordsIn(changes) > MAX_RECORDS) throw new TooLarge(MAX_RECORDS);
  return { changes, faults: [] };
}

/** Counts the entries. An entry that replaces a set counts as the records of its `with`. */
function recordsIn(changes: readonly unknown[]): number {
  return changes.reduce<number>((count, change) => {
    const records = (change as { readonly with?: unknown } | null)?.with;
    return count + Math.max(1, Array.isArray(records) ? records.length : 0);
  }, 0);
}

function settingsBefore(before: DomainEntity, values: RestoredValues) {
  return Object.keys(values).length > 0 ? { settings: ZONE_SETTINGS.shownOf(before) } : {};
}

/** The event's message: the counts, the number of unserved records (D-294) and the description. */
function messageOf(diff: ZoneDiff, description: string): string {
  const { created, updated, deleted } = countsOf(diff);
  const unserved = [...diff.created, ...diff.updated.map(({ after }) => after)].filter(
    ({ rdata }) => rdata === null,
  ).length;
  return [
    `Records: ${created} created, ${updated} updated, ${deleted} deleted`,
    ...(unserved > 0 ? [`${unserved} ${NOT_SERVED}`] : []),
    ...(description === '' ? [] : [description]),
  ].join('. ');
}
