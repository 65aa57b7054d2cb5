import { startOpenIdProvider } from '../../support/outside/openid-provider.ts';
import { startService, type TestService } from '../../support/service.ts';
import { panelOf } from '../people.ts';

export type Provider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** A service with an OpenID provider at which people can sign in to the panel. */
export async function startWithProvider(): Promise<{ provider: Provider; service: TestService }> {
  const provider = await startOpenIdProvider();
  const service = await startService({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    WEBHOOK_CA_FILE: provider.caFile,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  provider.allow(`${panelOf(service)}/panel/oidc/callback`);
  return { provider, service };
}
