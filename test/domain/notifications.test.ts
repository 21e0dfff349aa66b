import { NotificationsRepository } from '../../src/domain/nameservers/customers/notifications.repository.js';
import type { Notification } from '../../src/domain/nameservers/customers/notifications.sql.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
let notifications: NotificationsRepository;
beforeEach(async () => {
  app = await startApp();
  notifications = app.app.get(NotificationsRepository);
});
afterEach(() => app.close());

const AXFR_IPS = ['192.0.2.1', '2001:db8::1'];

const shown = ({ domain, addresses, attempts }: Notification) => ({ domain, addresses, attempts });

describe('[D-289] the zones whose customers’ secondaries are to be notified', () => {
  it('are taken in turn by account', async () => {
    const [many, one] = [await makeAccount(app), await makeAccount(app)];
    for (let domain = 0; domain < 3; domain++) await makeDomain(many.client, [], { axfr_ips: AXFR_IPS });
    const { domain } = await makeDomain(one.client, [], { axfr_ips: AXFR_IPS });
    const taken = await notifications.take(2);
    expect(taken.map(shown)).toContainEqual({ domain, addresses: AXFR_IPS, attempts: 1 });
    expect(taken).toHaveLength(2);
  });

  it('are one process’s alone until they are due again, keep who has not answered, and begin anew with a change', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [], { axfr_ips: AXFR_IPS });
    const taken = await notifications.take(10);
    expect(await notifications.take(10)).toEqual([]);

    done(await client.put(`/domains/${id}`, { ttl_sec: 300 }));
    await notifications.storeResults(taken.map((zone) => ({ ...zone, addresses: [] })));
    const again = await notifications.take(10);
    expect(again.map(shown)).toEqual([{ domain, addresses: AXFR_IPS, attempts: 1 }]);

    await notifications.storeResults(again.map((zone) => ({ ...zone, addresses: [AXFR_IPS[1]!] })));
    await due();
    const late = await notifications.take(10);
    expect(late.map(shown)).toEqual([{ domain, addresses: [AXFR_IPS[1]], attempts: 2 }]);

    await notifications.storeResults(late.map((zone) => ({ ...zone, addresses: [] })));
    await due();
    expect(await notifications.take(10)).toEqual([]);
  });

  it('have nobody to notify once they have no addresses', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [], { axfr_ips: AXFR_IPS });
    await notifications.storeResults(await notifications.take(10));
    done(await client.put(`/domains/${id}`, { axfr_ips: [] }));
    await due();
    expect(await notifications.take(10)).toMatchObject([{ addresses: [] }]);
  });

  it('have nobody to notify while they are disabled', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [], { axfr_ips: AXFR_IPS });
    done(await client.put(`/domains/${id}`, { status: 'disabled' }));
    expect(await notifications.take(10)).toMatchObject([{ addresses: [] }]);
  });
});

/** The database's clock decides, which no test moves. */
async function due(): Promise<void> {
  await query(app, 'UPDATE pdns.unnotified_zones SET due = now()');
}
