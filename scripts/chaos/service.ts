// The service as `npm start` runs it, with the rails that CHAOS_RAILS names.
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/process/serve.ts';
import { createRailAdapter, type RailAccess } from '../../test/support/outside/rail/adapter.ts';

const access = JSON.parse(process.env['CHAOS_RAILS'] ?? '[]') as RailAccess[];
try {
  const service = await startService(readConfig(process.env), access.map(createRailAdapter));
  process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  process.stdout.write(`ready ${service.greeting.address ?? 'worker'}\n`);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}
