import type { SourceName } from '../sources.ts';

/** What Mono answers to a call that it does not do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  /** Why this answer in this place is believed to be right. */
  readonly source: SourceName;

  constructor(status: number, code: string, message: string, source: SourceName = 'refusal') {
    super(message);
    this.status = status;
    this.code = code;
    this.source = source;
  }
}

export const notThere = (what: string): Refusal =>
  new Refusal(404, 'not_found', `There is no such ${what}.`, 'not_there');
