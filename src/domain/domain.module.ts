import { Module } from '@nestjs/common';
import { Database } from '../database/database.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { ChangeSets } from './changes/change-sets.service.js';
import { ChangesController } from './changes/changes.controller.js';
import { ChangesRepository } from './changes/changes.repository.js';
import { ChangesService } from './changes/changes.service.js';
import { ClaimChecksService } from './claims/claim-checks.service.js';
import { ClaimDecisions } from './claims/claim-decisions.js';
import { ClaimProofs } from './claims/claim-proofs.js';
import { ClaimsController } from './claims/claims.controller.js';
import { ClaimsRepository } from './claims/claims.repository.js';
import { ClaimsService } from './claims/claims.service.js';
import { Registry, REGISTRY_BOUNDS } from './claims/registry/registry.js';
import { Delegations } from './dnssec/delegations.js';
import { DnssecChanges } from './dnssec/dnssec-changes.js';
import { DnssecController } from './dnssec/dnssec.controller.js';
import { DnssecRepository } from './dnssec/dnssec.repository.js';
import { DnssecService } from './dnssec/dnssec.service.js';
import { DnssecStepsService } from './dnssec/dnssec-steps.service.js';
import { DomainsController } from './domains/domains.controller.js';
import { DomainsRepository } from './domains/domains.repository.js';
import { DomainsService } from './domains/domains.service.js';
import { ImportsController } from './imports/imports.controller.js';
import { ImportMetrics } from './imports/import-metrics.js';
import { ImportsService } from './imports/imports.service.js';
import { LintController } from './lint/lint.controller.js';
import { LintService } from './lint/lint.service.js';
import { NameserversRepository } from './nameservers/nameservers.repository.js';
import { NameserversService } from './nameservers/nameservers.service.js';
import { NotificationsRepository } from './nameservers/customers/notifications.repository.js';
import { NotificationsService } from './nameservers/customers/notifications.service.js';
import { AnnouncementsRepository } from './nameservers/secondaries/announcements.repository.js';
import { AnnouncementsService } from './nameservers/secondaries/announcements.service.js';
import { CatalogsRepository } from './nameservers/secondaries/catalogs.repository.js';
import { SecondariesMetrics } from './nameservers/secondaries/secondaries-metrics.js';
import { HoldersController } from './ownership/holders.controller.js';
import { HoldersRepository } from './ownership/holders.repository.js';
import { HoldersService } from './ownership/holders.service.js';
import { NotesController } from './notes/notes.controller.js';
import { NotesRepository } from './notes/notes.repository.js';
import { NotesService } from './notes/notes.service.js';
import { OwnershipRepository } from './ownership/ownership.repository.js';
import { OwnershipService } from './ownership/ownership.service.js';
import { WaitingDelegations } from './delegations/waiting-delegations.service.js';
import { PropagationController } from './propagation/propagation.controller.js';
import { PropagationService } from './propagation/propagation.service.js';
import { ServedSerials } from './propagation/served-serials.js';
import { RecordsController } from './records/records.controller.js';
import { RecordsRepository } from './records/records.repository.js';
import { RecordsService } from './records/records.service.js';
import { DeletedDomainsController } from './restores/deleted-domains.controller.js';
import { DeletedDomainsRepository } from './restores/deleted-domains.repository.js';
import { DeletedDomainsService } from './restores/deleted-domains.service.js';
import { HistoriesRepository } from './versions/histories.repository.js';
import { HistoryBounds } from './versions/history-bounds.service.js';
import { RestoresController } from './restores/restores.controller.js';
import { RestoresService } from './restores/restores.service.js';
import { VersionsController } from './versions/versions.controller.js';
import { VersionsService } from './versions/versions.service.js';
import { ZoneHistories } from './versions/zone-histories.service.js';
import { VersionsRepository } from './versions/versions.repository.js';
import { ZoneTextController } from './zone-text/zone-text.controller.js';
import { ZoneTextsService } from './zone-text/zone-texts.service.js';
import { AXFR_BOUNDS } from './zones/transfer/axfr.js';
import { ZoneTransfer } from './zones/transfer/zone-transfer.js';
import { ZoneFileController } from './zones/zone-file.controller.js';
import { ZoneFilesService } from './zones/zone-files.service.js';
import { ZonesRepository } from './zones/zones.repository.js';

@Module({
  // The routes `domains/import`, `domains/claims` and `domains/deleted` must come before
  // `domains/:domainId`.
  controllers: [
    ImportsController,
    ClaimsController,
    DeletedDomainsController,
    DomainsController,
    ZoneFileController,
    ZoneTextController,
    DnssecController,
    RecordsController,
    NotesController,
    ChangesController,
    PropagationController,
    VersionsController,
    LintController,
    RestoresController,
    HoldersController,
  ],
  providers: [
    DomainsRepository,
    DomainsService,
    ImportsService,
    ImportMetrics,
    RecordsRepository,
    RecordsService,
    NotesRepository,
    NotesService,
    VersionsRepository,
    ZoneHistories,
    VersionsService,
    RestoresService,
    HistoriesRepository,
    HistoryBounds,
    DeletedDomainsRepository,
    DeletedDomainsService,
    ChangesRepository,
    ChangeSets,
    LintService,
    ChangesService,
    ServedSerials,
    PropagationService,
    ZoneTextsService,
    ZonesRepository,
    ZoneFilesService,
    NameserversRepository,
    NameserversService,
    CatalogsRepository,
    AnnouncementsRepository,
    AnnouncementsService,
    NotificationsRepository,
    NotificationsService,
    SecondariesMetrics,
    OwnershipRepository,
    OwnershipService,
    WaitingDelegations,
    HoldersRepository,
    HoldersService,
    ClaimsRepository,
    ClaimDecisions,
    ClaimProofs,
    ClaimsService,
    ClaimChecksService,
    DnssecRepository,
    Delegations,
    DnssecChanges,
    DnssecService,
    DnssecStepsService,
    { provide: Registry, inject: [SETTINGS, Database], useFactory: registry },
    { provide: ZoneTransfer, inject: [SETTINGS, Database], useFactory: zoneTransfer },
  ],
})
export class DomainModule {}

function zoneTransfer(
  { nameservers, axfrAllowedNetworks, axfrSourceIps }: Settings,
  database: Database,
): ZoneTransfer {
  const settings = {
    nameservers,
    allowedNetworks: axfrAllowedNetworks,
    sourceIps: axfrSourceIps,
    bounds: AXFR_BOUNDS,
  };
  return new ZoneTransfer(settings, () => database.request.isDry);
}

function registry({ resolvers, axfrAllowedNetworks, axfrSourceIps }: Settings, database: Database): Registry {
  const settings = {
    resolvers,
    allowedNetworks: axfrAllowedNetworks,
    sourceIps: axfrSourceIps,
    bounds: REGISTRY_BOUNDS,
  };
  return new Registry(settings, () => database.request.isDry);
}
