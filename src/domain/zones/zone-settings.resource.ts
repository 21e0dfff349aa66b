import { propertyName, Resource, type Shown, type Stored } from '../../shared/resources/resource.js';
import { DOMAIN } from '../domains/domain.resource.js';

const { domain, type, status, soa_email, ttl_sec, refresh_sec, retry_sec, expire_sec } = DOMAIN.fields;

/** What a zone shows of its domain beside the records. */
export const ZONE_SETTINGS = new Resource('ZoneSettingsResponse', 'd', {
  domain,
  type,
  status,
  soa_email,
  ttl_sec,
  refresh_sec,
  retry_sec,
  expire_sec,
});

/** Under the names of the API, as versions store them. */
export type ZoneSettings = Shown<typeof ZONE_SETTINGS.fields>;
/** A domain, as far as its zone shows it. */
export type ZoneDomain = Stored<typeof ZONE_SETTINGS.fields>;

/** What the restore of a version brings back of the domain (D-241). */
export const RESTORED = ['ttlSec', 'refreshSec', 'retrySec', 'expireSec', 'soaEmail'] as const;
export type RestoredValues = Partial<Pick<ZoneDomain, (typeof RESTORED)[number]>>;

/** The reverse of `ZONE_SETTINGS.shownOf`. */
export function zoneDomain(settings: ZoneSettings): ZoneDomain {
  const entries = Object.entries(settings).map(([name, value]) => [propertyName(name), value]);
  return Object.fromEntries(entries) as ZoneDomain;
}

/** Whether two domains, or one before and after a change, show different settings. */
export function showsDifferentZone(one: ZoneDomain, other: ZoneDomain): boolean {
  const [settings, others] = [ZONE_SETTINGS.shownOf(one), ZONE_SETTINGS.shownOf(other)];
  return areDifferent(settings, others);
}

/** Whether any of the settings differs. */
export function areDifferent(settings: ZoneSettings, others: ZoneSettings): boolean {
  const names = Object.keys(ZONE_SETTINGS.fields) as (keyof ZoneSettings)[];
  return names.some((name) => settings[name] !== others[name]);
}
