// Loaded before the service: SIGUSR2 begins to sample its processor time, the next one writes the
// samples to the file BENCH_PROFILE.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const MICROSECONDS = 200;

let session;
process.on('SIGUSR2', () => {
  if (session) {
    session.post('Profiler.stop', (_, { profile }) => {
      writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(profile));
      session = undefined;
    });
    return;
  }
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: MICROSECONDS });
  session.post('Profiler.start');
});
