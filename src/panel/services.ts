import type { Database } from '../db/connect.ts';
import type { Logger } from '../lib/logger.ts';
import type { People } from '../people/people.ts';

/** What the routes of the panel are built on. */
export interface PanelServices {
  db: Database;
  people: People;
  /** Where people reach the panel, without `/panel`. */
  baseUrl: () => string;
  isTest: boolean;
  /** Whether messages really leave; if not, a trial shows one-time links on the page instead. */
  sendsMail: boolean;
  logger: Logger;
}
