import { startRail } from './outside/rail.ts';
import { startService, type TestService } from './service.ts';

/** A live service, whose methods are carried by a rail over HTTP: the simulator does not exist there (D25). */
export async function startLiveService(): Promise<TestService> {
  const rail = await startRail('rail');
  const service = await startService({ ENVIRONMENT: 'live' }, [rail.provider]);
  await service.database.query('update payment_methods set provider = $1', [rail.provider.name]);
  return {
    ...service,
    async close() {
      await service.close();
      await rail.close();
    },
  };
}
