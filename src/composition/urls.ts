import type { Config } from '../config/index.ts';
import { panelBaseUrl } from '../people/index.ts';

/** The URLs of the service. They are functions, because its own address is known only once it listens. */
export interface Urls {
  api: () => string;
  checkout: () => string;
  /** The origin of the panel. */
  panelBase: () => string;
  /** The panel itself, for links to it in messages. */
  panel: () => string;
}

export function urlsOf(config: Config, ownAddress: () => string): Urls {
  const api = (): string => config.baseUrl ?? ownAddress();
  const panelBase = (): string => panelBaseUrl(config, ownAddress());
  return {
    api,
    checkout: () => config.checkoutBaseUrl ?? api(),
    panelBase,
    panel: () => `${panelBase()}/panel`,
  };
}
