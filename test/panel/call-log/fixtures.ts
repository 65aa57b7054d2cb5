import { formatRequestId } from '../../../src/lib/ids.ts';
import type { RouteFixtures } from '../fixtures.ts';
import { writeCall } from './calls.ts';

export const CALL_LOG_FIXTURES: RouteFixtures = {
  makers: { request: async (service, account) => formatRequestId(await writeCall(service, account)) },
  forms: {},
};
