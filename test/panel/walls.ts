import type { Person } from './people.ts';
import type { TestAccount, TestService } from '../support/service.ts';

/** `person`: who will use what is made, where that makes a difference. */
type Make<T> = (service: TestService, account: TestAccount, person?: Person) => Promise<T> | T;

/** What the test of the walls needs to use every route of an area as somebody would. */
export interface Walls {
  /**
   * Makes something new that the account has, and returns what stands for it in a path: for a parameter by its name, or
   * for one route by its path and name, like `/panel/accounts/:account/team/:user/invite user`.
   */
  makers: Record<string, Make<string>>;
  /** The form that an action accepts, by its path; `once` is added. */
  forms: Record<string, Make<Record<string, string>>>;
}

export function together(areas: readonly Walls[]): Walls {
  return {
    makers: Object.assign({}, ...areas.map(({ makers }) => makers)) as Walls['makers'],
    forms: Object.assign({}, ...areas.map(({ forms }) => forms)) as Walls['forms'],
  };
}
