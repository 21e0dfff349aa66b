import pg from 'pg';
import { MISSING, Scene } from '../../access/scene.js';
import type { TestApp } from '../../support/app.js';
import { Client } from '../../support/client.js';
import { done, next } from '../../support/makers.js';

/** An account with one of everything, whose owner turns on the service; nothing in it has to last. */
export interface AttackTarget {
  readonly token: string;
  /** What paths name, by their parameters' names. */
  readonly params: Readonly<Record<string, string>>;
  readonly diskId: number;
}

type Service = Pick<TestApp, 'url' | 'databaseUrl'>;

export async function makeAttackTarget(service: Service, database: pg.Client): Promise<AttackTarget> {
  const scene = await Scene.make(service as TestApp, database);
  const owner = await scene.owner();
  const client = new Client(service.url, owner.token);
  const upload = done(await client.post('/images/upload', { label: 'golden', region: 'us-east' }));
  const { rows } = await database.query(
    `INSERT INTO instance_disks (account_id, id, instance_id, position, label, size)
     SELECT account_id, $1, id, 0, 'boot', 100 FROM instances WHERE id = $2 RETURNING id`,
    [next() + 1_000_000, scene.params.instanceId],
  );
  const address = new URL(upload.upload_to as string).pathname.split('/').at(-1)!;
  return {
    token: owner.token!,
    params: { ...MISSING, ...scene.params, address },
    diskId: Number((rows[0] as { id: string }).id),
  };
}

/** Somebody who does nothing and to whom nothing may happen. */
export class Bystander {
  private constructor(
    private readonly client: Client,
    private readonly params: Readonly<Record<string, string>>,
  ) {}

  /** @param database its ids become so large that no number of a hostile request names one of theirs by chance. */
  static async make(service: Service, database: pg.Client): Promise<Bystander> {
    const { rows } = await database.query<{ name: string }>(
      `SELECT quote_ident(sequencename) AS name FROM pg_sequences WHERE schemaname = 'public' AND data_type = 'bigint'::regtype`,
    );
    for (const { name } of rows) await database.query('SELECT setval($1, 5550001234567)', [name]);
    const scene = await Scene.make(service as TestApp, database);
    const owner = await scene.owner();
    return new Bystander(new Client(service.url, owner.token), scene.params);
  }

  /** All that the API shows of the account. */
  async state(): Promise<Record<string, unknown>> {
    const { vpcId, domainId } = this.params as { vpcId: string; domainId: string };
    const lists = [
      '/vpcs',
      '/vpcs/ips',
      '/domains',
      '/images',
      '/account',
      '/account/events',
      '/account/users',
    ];
    const profile = [
      '',
      '/apps',
      '/devices',
      '/logins',
      '/sshkeys',
      '/tokens',
      '/preferences',
      '/security-questions',
    ];
    const paths = [
      ...lists,
      ...profile.map((path) => `/profile${path}`),
      '/account/oauth-clients',
      `/vpcs/${vpcId}/subnets`,
      `/domains/${domainId}/records`,
      `/domains/${domainId}/zone-file`,
      `/account/users/${this.params.username}/grants`,
    ];
    const state: Record<string, unknown> = {};
    for (const path of paths) {
      // Public images are everybody's, and the Platform API makes some.
      const filter: Record<string, string> = path === '/images' ? { 'X-Filter': '{"is_public": false}' } : {};
      const { status, body } = await this.client.get(path, filter);
      state[path] = { status, body: body as unknown };
    }
    return state;
  }
}
