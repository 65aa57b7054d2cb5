import type { Config } from '../config.ts';

/**
 * Where people reach the panel: BASE_URL, or the address that the service listens on, by name. Browsers keep passkeys
 * by name, and make none for an IP address.
 */
export function panelBaseUrl({ baseUrl }: Pick<Config, 'baseUrl'>, ownAddress: string): string {
  return (
    baseUrl ??
    ownAddress.replace(/^(https?:\/\/)(127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\[::\])(?=:|$)/, '$1localhost')
  );
}
