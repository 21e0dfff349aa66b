import type { Type } from '@nestjs/common';
import { Database } from '../../src/database/database.js';
import { ClaimsRepository } from '../../src/domain/claims/claims.repository.js';
import { DnssecRepository } from '../../src/domain/dnssec/dnssec.repository.js';
import { AnnouncementsRepository } from '../../src/domain/nameservers/secondaries/announcements.repository.js';
import { HistoriesRepository } from '../../src/domain/versions/histories.repository.js';
import { LOCK_OVERDUE_IMAGES } from '../../src/image/images/images.sql.js';
import { Jobs } from '../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { makeUpload } from '../support/images.js';
import { done, makeAccount, next, type TestAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

const SETTINGS = {
  CATALOG_ZONE: 'catalog.invalid',
  SECONDARIES: '127.0.0.1:9',
  TSIG_KEY: `hmac-sha256:key.example:${Buffer.alloc(32, 5).toString('base64')}`,
};
const HOUR_SECONDS = 3600;

let app: TestApp;
let busy: TestAccount;
let other: TestAccount;
beforeEach(async () => {
  app = await startApp(SETTINGS);
  [busy, other] = [await makeAccount(app), await makeAccount(app)];
}, 60_000);
afterEach(() => app.close());

const get = <Service>(type: Type<Service>) => app.app.get(type, { strict: false });
const times = <Made>(count: number, make: () => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, make));
const now = () => new Date(app.clock.milliseconds());
const inAnHour = () => new Date(app.clock.milliseconds() + HOUR_SECONDS * 1000);

describe('[D-285] an account with many rows delays another by one', () => {
  const signed = async (client: Client) => {
    const { id } = await makeDomain(client);
    done(await client.post(`/domains/${id}/dnssec`));
    return id as number;
  };

  it('of signed zones', async () => {
    await times(4, () => signed(busy.client));
    const last = await signed(other.client);
    app.clock.forward(30 * HOUR_SECONDS);
    const taken = await get(DnssecRepository).takeDue(now(), inAnHour(), 2);
    expect(taken.map(({ accountId }) => accountId).sort()).toEqual([busy.id, other.id].sort());
    expect(taken.map(({ domainId }) => domainId)).toContain(last);
  });

  it('of claims', async () => {
    const claim = async (client: Client) =>
      done(await client.post('/domains/claims', { domain: `claimed-${next()}.test` })).id as number;
    await times(4, () => claim(busy.client));
    const last = await claim(other.client);
    app.clock.forward(HOUR_SECONDS);
    const taken = await get(ClaimsRepository).takeDue(now(), inAnHour(), 2);
    expect(taken.map(({ id }) => id)).toContain(last);
  });

  const takeAnnouncements = async () => {
    const { announced: told, unannounced: untold } = await get(AnnouncementsRepository).take(3);
    return [...told, ...untold].filter(({ isCatalog }) => !isCatalog).map(({ zoneId }) => zoneId);
  };

  it('of announcements, new ones', async () => {
    await times(6, () => makeDomain(busy.client));
    const { id } = await makeDomain(other.client);
    expect(await takeAnnouncements()).toContain(id);
  });

  it('of announcements, those that are due again', async () => {
    await times(6, () => makeDomain(busy.client));
    const { id } = await makeDomain(other.client);
    await query(app, `UPDATE pdns.announcements SET attempts = 1, due = now() - interval '1 hour'`);
    await query(app, `UPDATE pdns.announcements SET due = now() - interval '1 s' WHERE zone_id = $1`, [id]);
    expect(await takeAnnouncements()).toContain(id);
  });

  it('of zones whose versions are counted', async () => {
    await times(4, () => makeDomain(busy.client));
    const { id } = await makeDomain(other.client);
    const changed = await get(HistoriesRepository).changed(new Date(0));
    expect(changed.slice(0, 2).map(({ domainId }) => domainId)).toContain(id);
  });

  it('of images whose time is over', async () => {
    await times(4, () => makeUpload(app, busy.client));
    const { id } = await makeUpload(app, other.client);
    app.clock.forward(48 * HOUR_SECONDS);
    const taken = await get(Database).transaction((tx) => tx.rows(LOCK_OVERDUE_IMAGES, [now(), 2]));
    expect(taken.map((image) => `private/${image.id}`)).toContain(id);
  });
});

/** Of each account its own turn: the tests above, for captures test/api/image/transfers, for notifications test/domain. */
const IN_TURNS = [
  'domain.announcements',
  'domain.claims',
  'domain.dnssec',
  'domain.histories',
  'domain.notifications',
  'image.captures',
  'image.overdue',
];
/** They serve no account: each removes what has expired and is refused already, or does one thing for the whole service. */
const OF_NO_ACCOUNT = [
  'conditions.answers',
  'conditions.counts',
  'domain.catalogs',
  'domain.claims.tidy',
  'domain.deleted',
  'domain.deleted.tidy',
  'domain.histories.tidy',
  'domain.notes.tidy',
  'domain.versions',
  'domain.serials',
  'events',
  'events.counts',
  'image.orphans',
  'limits.attempts',
  'limits.rate',
  'profile.apps',
  'profile.devices',
  'profile.loginCounts',
  'profile.logins',
  'profile.phone',
  'profile.tokens',
  'profile.twoFactor',
  'secrets.sign',
  'auth.grants',
  'auth.passkeyChallenges',
  'auth.payloads',
  'auth.pendingLogins',
  'auth.sessions',
];

it('[D-285] every job takes accounts in turn, or serves none', () => {
  const names = get(Jobs)
    .all()
    .map(({ name }) => name);
  expect(names.sort()).toEqual([...IN_TURNS, ...OF_NO_ACCOUNT].sort());
});
