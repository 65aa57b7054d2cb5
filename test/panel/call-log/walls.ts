import { formatRequestId } from '../../../src/lib/ids.ts';
import type { Walls } from '../walls.ts';
import { writeCall } from './calls.ts';

export const CALL_LOG_WALLS: Walls = {
  makers: { request: async (service, account) => formatRequestId(await writeCall(service, account)) },
  forms: {},
};
