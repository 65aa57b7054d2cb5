import type { CleanedEnv } from 'envalid';
import { StartupError } from '../lib/errors/errors.ts';
import type { OwnPlace, RailEnvironment } from '../methods/index.ts';
import { ANY_RAILS, RAILS, type RailSettings } from './list.ts';

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The environment variables of all rails, with their valid values. */
type RailVariables = AllOf<NonNullable<(typeof RAILS)[number]['variables']>>;

export const RAIL_VARIABLES = Object.assign({}, ...RAILS.map(({ variables }) => variables)) as RailVariables;

/** The variables that hold a secret. */
export const RAIL_SECRETS: readonly string[] = ANY_RAILS.flatMap(({ secrets }) => secrets ?? []);

/** The variables that only a process with the role sender may have. */
export const SENDER_VARIABLES: readonly string[] = ANY_RAILS.flatMap(
  ({ senderVariables }) => senderVariables ?? [],
);

/** The provider that watches chains; undefined if none does. */
export const CHAIN_WATCHER = ANY_RAILS.find(({ watchesChains }) => watchesChains)?.name;

/** Throws StartupError for a rail that is configured in part, or contradicts itself. */
export function configureRails(env: CleanedEnv<RailVariables> & RailEnvironment): RailSettings {
  return Object.fromEntries(RAILS.map((rail) => [rail.name, rail.configure(env)])) as RailSettings;
}

/** Throws StartupError with advice unless there is a rail that moves real money. */
export function requireRealMoney(settings: RailSettings): void {
  const real = RAILS.flatMap(({ name, live }) => (live ? { name, ...live } : []));
  if (real.some(({ name }) => settings[name] !== undefined)) return;
  const missing = real.map(
    ({ purpose, needs, page }, place) => `for ${purpose}, ${place === 0 ? 'set ' : ''}${needs} (${page})`,
  );
  throw new StartupError(
    `ENVIRONMENT=live needs a payment provider that moves real money: ${missing.join('; ')}.`,
  );
}

/** The same settings for a process that must not be able to send money. */
export function railsWithoutKeys(settings: RailSettings): RailSettings {
  const keyless = ANY_RAILS.flatMap((rail) => {
    const own = settings[rail.name as keyof RailSettings];
    return rail.withoutKeys && own !== undefined ? [[rail.name, rail.withoutKeys(own)]] : [];
  });
  return { ...settings, ...(Object.fromEntries(keyless) as Partial<RailSettings>) };
}

/** The resources that no other cell may share. Throws StartupError where the settings cannot be read. */
export async function ownPlacesOf(settings: RailSettings): Promise<OwnPlace[]> {
  const places = ANY_RAILS.map(async (rail) => {
    const own = settings[rail.name as keyof RailSettings];
    return own === undefined ? [] : ((await rail.ownPlaces?.(own)) ?? []);
  });
  return (await Promise.all(places)).flat();
}
