// The service under a profiler: one SIGUSR2 starts it, the next writes the profile to PROFILE_FILE.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 200 });

let running = false;
process.on('SIGUSR2', () => {
  running = !running;
  if (running) void session.post('Profiler.start');
  else
    void session.post('Profiler.stop').then(({ profile }) => {
      writeFileSync(process.env['PROFILE_FILE'] ?? '', JSON.stringify(profile));
    });
});

await import(new URL('../../build/main.js', import.meta.url).href);
