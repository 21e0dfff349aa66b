import { startApp, type TestApp } from '../support/app.js';
import { refusal, type Client } from '../support/client.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

/** In the order of creation. Tests name a VPC by its position here. */
const LABELS = ['alpha', 'Beta', 'gamma', 'ALPHABET', '100%_\\'];
const REGIONS = ['us-east', 'us-west', 'us-east', 'us-west', 'eu-west'];

export const ALL = [0, 1, 2, 3, 4];
export const refused = (reason: string) => refusal('X-Filter', reason);
export const NOT_APPLICABLE = refused('Could not apply filter');

/** An account with five VPCs, created on the first days of January to May, and their events. */
export class FilterFixture {
  private constructor(
    readonly app: TestApp,
    readonly account: TestAccount,
    readonly client: Client,
  ) {}

  static async start(): Promise<FilterFixture> {
    const app = await startApp();
    const account = await makeAccount(app);
    for (const [i, label] of LABELS.entries()) {
      const body = { label, region: REGIONS[i], description: i === 0 ? 'first' : '' };
      const { id } = done(await account.client.post('/vpcs', body));
      await query(app, 'UPDATE vpcs SET created = $2 WHERE id = $1', [id, `2026-0${i + 1}-01T12:00:00Z`]);
    }
    await query(
      app,
      'UPDATE events SET username = NULL WHERE id = (SELECT min(id) FROM events WHERE account_id = $1)',
      [account.id],
    );
    return new FilterFixture(app, account, account.client);
  }

  /** The positions of the found VPCs, or the refusal. */
  async vpcs(filter: unknown): Promise<unknown> {
    const { status, body } = await this.client.filter('/vpcs', filter);
    if (status !== 200) return body;
    expect(body.results).toBe(body.data.length);
    return body.data.map(({ label }: { label: string }) => LABELS.indexOf(label));
  }

  /** The number of found events, or the refusal. */
  async events(filter: unknown): Promise<unknown> {
    const { status, body } = await this.client.filter('/account/events', filter);
    return status === 200 ? body.results : body;
  }
}
