import type { SourceName } from '../sources.ts';

/** What Bitso answers to a call that it does not do: its own code, by which clients are to branch. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  /** Why this code in this place is believed to be right. */
  readonly source: SourceName;

  constructor(code: string, message: string, source: SourceName = 'refusal') {
    super(message);
    this.code = code;
    this.source = source;
  }
}

/** The HTTP status that goes with a code, as documented. */
export function statusOf(code: string): number {
  if (['0101', '1101', '1103'].includes(code)) return 500;
  if (['0801', '0802'].includes(code)) return 420;
  if (code.startsWith('02')) return 401;
  return code === '1401' ? 404 : 400;
}
