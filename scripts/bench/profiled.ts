// The service under a profiler, from its source, whose files tell the areas apart: one SIGUSR2 starts the profiler, the
// next writes the profile to PROFILE_FILE.
import { renameSync, writeFileSync } from 'node:fs';
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
      const file = process.env['PROFILE_FILE'] ?? '';
      // Whoever waits for it must not find it half written.
      writeFileSync(`${file}.part`, JSON.stringify(profile));
      renameSync(`${file}.part`, file);
    });
});

await import('../../src/main.ts');
