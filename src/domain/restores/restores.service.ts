import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { Invalid } from '../../shared/errors/errors.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import type { ResponseForm } from '../changes/response-form.decorator.js';
import type { ChangeSetResponse } from '../changes/change.view.js';
import { ChangesRepository } from '../changes/changes.repository.js';
import { ChangesService } from '../changes/changes.service.js';
import { deletesFault } from '../changes/deletes.rules.js';
import { countLost } from '../changes/zone-draft.rules.js';
import type { DomainEntity } from '../domain.entity.js';
import { ZoneHistories } from '../versions/zone-histories.service.js';
import { diffOf, type ZoneState } from '../versions/zone-history.rules.js';
import { RESTORED, zoneDomain, type RestoredValues } from '../zones/zone-settings.resource.js';
import type { RestoreVersionRequest } from './restore.request.js';

/** Brings a zone back to one of its versions (D-241): a set of changes of its own. */
@Injectable()
export class RestoresService {
  constructor(
    private readonly histories: ZoneHistories,
    private readonly changes: ChangesRepository,
    private readonly sets: ChangesService,
    private readonly database: Database,
    private readonly work: CostlyWork,
  ) {}

  /**
   * Finds the version as long as a zone takes to render, so it waits for the same turns, without a connection.
   * @throws Invalid when too many records would be gone; NotFound for a version that is no longer kept
   */
  restore(
    caller: Caller,
    domainId: number,
    version: number,
    { description = `Restored version ${version}`, max_deletes: maxDeletes }: RestoreVersionRequest,
    form: ResponseForm,
  ): Promise<ChangeSetResponse> {
    const work = () =>
      this.database.transaction(async (tx) => {
        const domain = await this.sets.lock(tx, caller, domainId);
        const zone = await this.histories.zone(caller.accountId, domainId, tx);
        const [now, then] = await this.histories.statesAt(zone, [zone.version, version], tx);
        const changes = diffOf(now!.records, then!.records);
        const gone = countLost([...now!.records.values()], [...then!.records.values()]);
        const faults = deletesFault(gone, domain.recordCount, maxDeletes);
        if (faults.length > 0) throw new Invalid(faults);
        const diff = await this.changes.write(tx, domain, changes);
        const values = valuesOf(domain, then!);
        return this.sets.finish(tx, caller, domain, { diff, description, values, form });
      });
    return this.work.zoneRenders.run(caller.accountId, work);
  }
}

/** What a restore changes of the domain, where it differs. A master keeps an address. */
function valuesOf(domain: DomainEntity, { settings }: ZoneState): RestoredValues {
  const then = zoneDomain(settings);
  const values = { ...then, soaEmail: then.soaEmail || domain.soaEmail };
  const keys = RESTORED.filter((key) => values[key] !== domain[key]);
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
