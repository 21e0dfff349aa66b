import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { Invalid, invalid } from '../../shared/errors/errors.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import type { ResponseForm } from '../changes/response-form.decorator.js';
import type { ChangeSetResponse } from '../changes/change.view.js';
import { ChangesRepository } from '../changes/changes.repository.js';
import { ChangesService } from '../changes/changes.service.js';
import { deletesFault } from '../changes/deletes.rules.js';
import { countLost } from '../changes/zone-draft.rules.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import type { DomainEntity } from '../domain.entity.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { ZoneHistories } from '../versions/zone-histories.service.js';
import { diffOf, type ZoneState } from '../versions/zone-history.rules.js';
import { RESTORED, zoneDomain, type RestoredValues } from '../zones/zone-settings.resource.js';
import type { RestoreVersionRequest } from './restore.request.js';

/** Restores a zone to one of its versions, by a set of changes (D-241). */
@Injectable()
export class RestoresService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly histories: ZoneHistories,
    private readonly changes: ChangesRepository,
    private readonly domains: DomainsRepository,
    private readonly sets: ChangesService,
    private readonly database: Database,
    private readonly work: CostlyWork,
  ) {}

  /**
   * Finds a version in the time that a zone takes to render, so it waits for the same turns. Takes
   * a connection after the wait.
   * @throws Invalid when the change would delete too many records, or a record is too long below
   * the domain's present name; NotFound for an unknown version, or one that is no longer stored,
   * and when the domain was deleted meanwhile; as `ChangesService.lock`
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
        const zone = await this.versions.zone(caller.accountId, domainId, tx);
        const [present, restored] = await this.histories.statesAt(zone, [zone.version, version], tx);
        const changes = diffOf(present!.records, restored!.records);
        const lost = countLost([...present!.records.values()], [...restored!.records.values()]);
        const faults = deletesFault(lost, domain.recordCount, maxDeletes);
        if (faults.length > 0) throw new Invalid(faults);
        const diff = await this.changes.write(tx, domain, changes);
        // The domain may have a longer name since.
        if (await this.domains.hasTooLongHosts(tx, caller.accountId, domain))
          throw invalid('domain', 'domain_not_valid');
        const values = valuesOf(domain, restored!);
        return this.sets.finish(tx, caller, domain, { diff, description, values, form });
      });
    return this.work.zoneRenders.run(caller.accountId, work);
  }
}

/**
 * The properties of the domain that a restore changes. Keeps the present address when the version
 * has none, because a master needs one.
 */
function valuesOf(domain: DomainEntity, { settings }: ZoneState): RestoredValues {
  const restored = zoneDomain(settings);
  const values = { ...restored, soaEmail: restored.soaEmail || domain.soaEmail };
  const keys = RESTORED.filter((key) => values[key] !== domain[key]);
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
