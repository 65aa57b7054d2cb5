import { ProviderFailure } from '../../index.ts';
import type { OrderRow } from './order.ts';

const MINUTE_MS = 60_000;

export function isRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'refused';
}

export function refusalOf({ reason, message }: OrderRow): ProviderFailure {
  if (reason === null || message === null) throw new Error('a refusal without a reason');
  return new ProviderFailure('refused', message, { reason });
}

/** A request was refused while an earlier one may have been carried out. */
export function unclear(message: string | null, absentForMs: number): ProviderFailure {
  return new ProviderFailure(
    'unavailable',
    `An earlier request got no answer, and a later one was refused: ${message} It counts as refused once look-ups have found nothing for ${inMinutes(absentForMs)}.`,
  );
}

export function inMinutes(ms: number): string {
  return `${Math.ceil(ms / MINUTE_MS)} minutes`;
}
