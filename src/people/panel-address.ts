/**
 * The panel's URL, which is BASE_URL or the address that the service listens on, by name. Passkeys belong to a host
 * name, and browsers create none for an IP address.
 */
export function panelBaseUrl({ baseUrl }: { baseUrl: string | undefined }, ownAddress: string): string {
  return (
    baseUrl ??
    ownAddress.replace(/^(https?:\/\/)(127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\[::\])(?=:|$)/, '$1localhost')
  );
}

/** Like `panelBaseUrl`, for the command line, which has only the configured address. */
export function configuredPanelBaseUrl(config: {
  baseUrl: string | undefined;
  host: string;
  port: number;
}): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return panelBaseUrl(config, `http://${host}:${config.port}`);
}
