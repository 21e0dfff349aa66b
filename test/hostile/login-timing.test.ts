import { startApp } from '../support/app.js';
import { platform } from '../support/client.js';
import { visit } from '../support/login.js';
import { done, makeAccount } from '../support/makers.js';
import { enterPassword } from '../support/oauth.js';
import { IS_LONG, report } from './support/seeded-run.js';

const PAIRS = IS_LONG ? 4000 : 20;
/** 0.5 when the times are alike, 1 when a single one tells the names apart. */
const MAX_AUC = 0.55;

const app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
afterAll(() => app.close());

it('[D-209] the time of a wrong password does not tell an existing name from an unknown one', async () => {
  const { username } = await makeAccount(app);
  // Its hash has the cost of the service, as the one of an unknown name.
  done(await platform(app).put(`/users/${username}/password`, { password: 'a better password' }));
  const names = { existing: username, unknown: username.replace('user', 'none') };
  const times: { existing: number[]; unknown: number[] } = { existing: [], unknown: [] };
  for (let pair = 0; pair < PAIRS; pair++) {
    // The limits by name would refuse the 51st attempt, the limits by address the 101st.
    if (pair % 40 === 0) app.clock.forward(901);
    const visitor = await visit(app, `2001:db8:9::${pair.toString(16)}`);
    const order = pair % 2 ? (['existing', 'unknown'] as const) : (['unknown', 'existing'] as const);
    for (const which of order) {
      const began = performance.now();
      const { status } = await enterPassword(visitor, '/login', names[which], { password: 'wrong' });
      times[which].push(performance.now() - began);
      expect(status).toBe(401);
    }
  }
  const auc = areaUnderCurve(times.existing, times.unknown);
  report(`login of an existing and an unknown name: AUC ${auc.toFixed(3)} over ${PAIRS} pairs`);
  if (IS_LONG) expect(Math.max(auc, 1 - auc)).toBeLessThan(MAX_AUC);
}, 1_800_000);

/** How often a time of the first kind is longer than one of the second, of all pairs of the two. */
function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((time) => ({ time, isOne: true })),
    ...other.map((time) => ({ time, isOne: false })),
  ];
  all.sort((left, right) => left.time - right.time);
  const ranks = all.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0);
  return (ranks - (one.length * (one.length + 1)) / 2) / (one.length * other.length);
}
