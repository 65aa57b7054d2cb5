import type { Answer } from './client.ts';

/** What a client bases its decisions on when refused. */
export interface Refusal {
  status: number;
  code?: string;
  param?: string;
}

export function refusal({ status, body }: Answer): Refusal {
  const { code, param } = (body?.error ?? {}) as Refusal;
  return { status, ...(code === undefined ? {} : { code }), ...(param === undefined ? {} : { param }) };
}

/** The refusal of one wrong field. */
export function invalid(param: string): Refusal {
  return { status: 400, code: 'invalid_request', param };
}
