import type { TestAccount, TestService } from '../support/service.ts';

type Make<T> = (service: TestService, account: TestAccount) => Promise<T> | T;

/** The records and form fields with which a test can use every route of an area as a member would. */
export interface RouteFixtures {
  /**
   * Creates a new record of the account, and returns its value in a path. It is found by the name of the parameter, or
   * for one route by its path and name, like `/panel/accounts/:account/team/:user/invite user`.
   */
  makers: Record<string, Make<string>>;
  /** The form that an action accepts, by its path; `once` is added. */
  forms: Record<string, Make<Record<string, string>>>;
}

export function together(areas: readonly RouteFixtures[]): RouteFixtures {
  return {
    makers: Object.assign({}, ...areas.map(({ makers }) => makers)) as RouteFixtures['makers'],
    forms: Object.assign({}, ...areas.map(({ forms }) => forms)) as RouteFixtures['forms'],
  };
}
