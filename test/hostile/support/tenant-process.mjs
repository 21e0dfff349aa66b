// Another tenant in a process of its own, so that nothing which the attack costs the test is in its times. It asks for its
// profile at a steady pace, one request after the other, for as many milliseconds as it is told.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A burst would see one moment of an attack that comes in waves. */
const PACE_MS = 5;

const [, , url, token] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

process.on('message', async (milliseconds) => {
  const times = [];
  const failures = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; await delay(PACE_MS)) {
    const began = performance.now();
    const outcome = await profile().catch((error) => String(error.code ?? error.message));
    times.push(performance.now() - began);
    if (outcome !== 200) failures.push(outcome);
  }
  process.send({ times, failures });
});

async function profile() {
  const request = get(`${url}/v4/profile`, { agent, headers: { Authorization: `Bearer ${token}` } });
  const [response] = await once(request, 'response');
  await once(response.resume(), 'end');
  return response.statusCode;
}
