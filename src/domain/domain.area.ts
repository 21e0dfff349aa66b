import { accountHasResources } from '../shared/areas/account-has-resources.js';
import type { Area } from '../shared/areas/area.js';
import type { Job, JobTools } from '../shared/jobs/job.js';
import { ClaimChecksService } from './claims/claim-checks.service.js';
import { Invalid, invalid } from '../shared/errors/errors.js';
import { DomainModule } from './domain.module.js';
import { DOMAIN_TAKEN, TOO_MANY_RECORDS } from './domain.rules.js';
import { claimView } from './claims/claim.view.js';
import { CLAIM_LOOKUP } from './claims/claims.sql.js';
import { DnssecStepsService } from './dnssec/dnssec-steps.service.js';
import { DnssecService } from './dnssec/dnssec.service.js';
import { DOMAIN } from './domains/domain.resource.js';
import { DOMAIN_LOOKUP } from './domains/domains.sql.js';
import { RECORD } from './records/record.resource.js';
import { DS_WITHOUT_NS, RECORD_CONFLICTS } from './records/name-conflicts.rules.js';
import { RECORD_LOOKUP } from './records/records.sql.js';
import { CatalogsRepository } from './nameservers/secondaries/catalogs.repository.js';
import { NameserversService } from './nameservers/nameservers.service.js';
import { NotificationsService } from './nameservers/customers/notifications.service.js';
import { DELETED_DOMAIN_LOOKUP } from './restores/deleted-domains.sql.js';
import { NotesService } from './notes/notes.service.js';
import { DeletedDomainsService } from './restores/deleted-domains.service.js';
import { HistoriesRepository } from './versions/histories.repository.js';
import { HistoryBounds } from './versions/history-bounds.service.js';
import { CHANGE_LOOKUP, VERSION_LOOKUP } from './versions/versions.sql.js';
import { ZoneFilesService } from './zones/zone-files.service.js';
import { AnnouncementsService } from './nameservers/secondaries/announcements.service.js';

export const domainArea: Area = {
  module: DomainModule,
  pathLookups: {
    domain: { ...DOMAIN_LOOKUP, view: DOMAIN.shown },
    record: { ...RECORD_LOOKUP, view: RECORD.shown },
    deletedDomain: DELETED_DOMAIN_LOOKUP,
    version: VERSION_LOOKUP,
    change: CHANGE_LOOKUP,
    claim: { ...CLAIM_LOOKUP, view: claimView },
  },
  objects: (get) => ({
    'domain.dnssec.view': (caller, { domainId }) => get(DnssecService).view(caller, Number(domainId)),
    'domain.record.note.view': (caller, { domainId, recordId }) =>
      get(NotesService).view(caller, Number(domainId), Number(recordId)),
    'domain.zoneFile': (caller, { domainId }) => get(ZoneFilesService).current(caller, Number(domainId)),
  }),
  jobs,
  grantable: { domain: { table: 'domains', label: 'domain' } },
  quotas: {
    domains: { limit: ({ maxDomainsPerAccount }) => maxDomainsPerAccount, used: 'a.domain_count' },
  },
  constraints: {
    domains_account_id_fkey: accountHasResources,
    domains_domain_key: () => new Invalid([DOMAIN_TAKEN]),
    domain_claims_open_key: () => invalid('domain', 'domain_claimed'),
    domain_holders_account_id_fkey: () => invalid('account_id', 'value_not_valid'),
    domains_soa_email_check: () => invalid('soa_email', 'soa_email_missing'),
    domains_master_ips_check: () => invalid('master_ips', 'master_ips_missing'),
    domains_record_count_check: () => new Invalid([TOO_MANY_RECORDS]),
    // A rename or a clone can give the zone a longer name, so that a record's full name is too
    // long.
    records_fqdn_check: () => invalid('domain', 'domain_not_valid'),
    // The last three are not constraints: statements and triggers raise them with `violates` of
    // migration 0001.
    records_cname_alone: () => new Invalid([RECORD_CONFLICTS.records_cname_alone]),
    records_null_mx_alone: () => new Invalid([RECORD_CONFLICTS.records_null_mx_alone]),
    records_ds_without_ns: () => new Invalid([DS_WITHOUT_NS]),
  },
};

/**
 * Secondaries serve a change within 1 second (D-246). Most of that time is the wait for this job. A
 * run without work takes about 1 ms.
 */
const ANNOUNCE_SECONDS = 0.25;
/** Customers' secondaries get a NOTIFY for a change within 5 seconds (D-289). */
const NOTIFY_SECONDS = 0.5;
const CATALOG_SECONDS = 3600;
/** Each run reads all old notes of deleted records. */
const NOTES_SECONDS = 3600;

function jobs({ get, tidy, partitions, settings }: JobTools): Job[] {
  const { jobIntervalSeconds, secondaries, zoneVersionDays } = settings;
  const job = (name: string, run: Job['run'], everySeconds = jobIntervalSeconds) => ({
    name,
    everySeconds,
    run,
  });
  const announcing = [
    job('domain.announcements', () => get(AnnouncementsService).announce(), ANNOUNCE_SECONDS),
    job('domain.catalogs', () => get(CatalogsRepository).fill(), CATALOG_SECONDS),
  ];
  return [
    job('domain.claims', () => get(ClaimChecksService).checkDue()),
    tidy('domain.claims.tidy', (tx, limit) => get(ClaimChecksService).tidy(tx, limit)),
    job('domain.deleted', () => get(DeletedDomainsService).trim()),
    tidy('domain.deleted.tidy', (tx, limit) => get(DeletedDomainsService).tidy(tx, limit)),
    {
      ...tidy('domain.notes.tidy', (tx, limit) => get(NotesService).tidy(tx, limit)),
      everySeconds: NOTES_SECONDS,
    },
    partitions('domain.versions', 'zone_versions', zoneVersionDays, (before) =>
      get(HistoryBounds).keepNewest(before),
    ),
    job('domain.histories', () => get(HistoryBounds).trim()),
    tidy('domain.histories.tidy', (tx, limit) => get(HistoriesRepository).deleteEnded(tx, limit)),
    job('domain.dnssec', () => get(DnssecStepsService).checkDue()),
    job('domain.serials', () => get(NameserversService).raiseSerials()),
    job('domain.notifications', () => get(NotificationsService).notify(), NOTIFY_SECONDS),
    ...(secondaries.length > 0 ? announcing : []),
  ];
}
