import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../../../db/index.ts';
import { inTime, ProviderFailure, untilAborted } from '../../index.ts';
import type { SimulatedOperation } from './operations.ts';
import { listSettings, type SettingRow } from './repository.ts';

/** Carries out the request, or refuses it or keeps it pending, depending on the settings. */
type Act<T> = (fault: { isRefused: boolean; isPending: boolean }) => Promise<T>;

export interface FaultInjection {
  /** Carries out an operation late, never, or without a response, depending on the settings. */
  carryOut: <T>(operation: SimulatedOperation, signal: AbortSignal, act: Act<T>) => Promise<T>;
  /** Carries out an operation that no setting affects. */
  respond: <T>(signal: AbortSignal, act: () => Promise<T>) => Promise<T>;
  /** Whether the settings inject no fault or delay into an operation. */
  isUndisturbed: (operation: SimulatedOperation) => Promise<boolean>;
}

/**
 * Simulates the connection between the service and the provider. A call ends when its signal aborts, though work that
 * has begun on the provider's side continues. Every failure is a ProviderFailure, as the port requires.
 */
export function createFaultInjection(read: Queryable): FaultInjection {
  const readSettings = sharedWhileInFlight(() => listSettings(read));
  const readSetting = async (operation: SimulatedOperation): Promise<SettingRow> => {
    const setting = (await readSettings()).find((row) => row.operation === operation);
    if (!setting) throw new Error(`there are no settings for ${operation}`);
    return setting;
  };

  const respond: FaultInjection['respond'] = (signal, act) =>
    inTime(signal, () => untilAborted(act(), signal), {
      timeout: 'The simulator did not answer in time.',
      unavailable: 'The simulator failed.',
    });

  return {
    respond,

    carryOut: (operation, signal, act) =>
      respond(signal, async () => behave(await readSetting(operation), signal, act)),

    async isUndisturbed(operation) {
      const { latencyMs, answerDelayMs, failure } = await readSetting(operation);
      return latencyMs === 0 && answerDelayMs === 0 && failure === 'none';
    },
  };
}

async function behave<T>(setting: SettingRow, signal: AbortSignal, act: Act<T>): Promise<T> {
  await pause(setting.latencyMs, signal);
  if (setting.failure === 'unavailable') {
    throw new ProviderFailure('unavailable', 'The simulator is set to be unavailable.');
  }
  const answer = await act({
    isRefused: setting.failure === 'refused',
    isPending: setting.failure === 'pending',
  });
  await pause(setting.answerDelayMs, signal);
  if (setting.failure === 'lost_answer') {
    throw new ProviderFailure('timeout', 'The simulator is set to lose its answer.');
  }
  return answer;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // Even a zero timer takes a millisecond, and creating a link passes here once for each of its methods.
  if (ms > 0) await delay(ms, undefined, { signal });
}

/** Concurrent callers share one read, because creating a link needs it once for each of its methods. */
function sharedWhileInFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | undefined;
  return () =>
    (inFlight ??= read().finally(() => {
      inFlight = undefined;
    }));
}
