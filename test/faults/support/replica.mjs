// The built service as one replica. Zones are fetched from the test's nameserver (AXFR_PORT), time goes CLOCK_FACTOR times
// as fast and as far ahead as it is told, and it says what it holds when it is asked.
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AXFR_BOUNDS } from '../../../dist/domain/zones/transfer/axfr.js';
import { Clock } from '../../../dist/shared/time/clock.js';

const { AXFR_PORT, CLOCK_START = '0', CLOCK_FACTOR = '1' } = process.env;
const start = Number(CLOCK_START);
let aheadMs = 0;

if (AXFR_PORT) AXFR_BOUNDS.port = Number(AXFR_PORT);
Clock.prototype.milliseconds = () => start + (Date.now() - start) * Number(CLOCK_FACTOR) + aheadMs;
/** Requests that have not been answered, whether or not their senders still wait. */
const running = new Set();
subscribe('http.server.request.start', ({ request, response }) => {
  running.add(request);
  const { end } = response;
  response.end = function (...args) {
    running.delete(request);
    return end.apply(this, args);
  };
});

await import('../../../dist/main.js');

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', ({ question, forwardMs = 0 }) => {
  aheadMs += forwardMs;
  if (question === 'measure') process.send(measured());
  else process.send({ running: running.size });
});

function measured() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const loopDelayMs = delay.percentile(99) / 1e6;
  delay.reset();
  return { heapBytes: heapUsed + external, handles: process.getActiveResourcesInfo().length, loopDelayMs };
}
