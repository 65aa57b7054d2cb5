import { memoize } from '../../lib/memoize.ts';
import { withoutAccents } from '../../lib/text/without-accents.ts';
import { type TimeZone, UTC } from '../../lib/time-zone.ts';
import { type Language, LANGUAGES } from '../../pages/index.ts';

/** A time zone and what people look for it by. */
interface NamedZone {
  zone: TimeZone;
  /** Like Mexico City, in the reader's language where it has a name of its own; a zone is named for a large city in it. */
  city: string;
  /** In the reader's language; undefined for UTC. */
  country: string | undefined;
}

/** Cities of Mexico, Colombia and their neighbours with another name, or another spelling, in Spanish. */
const SPANISH_CITIES: Readonly<Record<TimeZone, string>> = {
  'America/Bogota': 'Bogotá',
  'America/Cancun': 'Cancún',
  'America/Mazatlan': 'Mazatlán',
  'America/Merida': 'Mérida',
  'America/Mexico_City': 'Ciudad de México',
  'America/New_York': 'Nueva York',
  'America/Panama': 'Panamá',
  'Europe/London': 'Londres',
};

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** All zones that Intl knows, by country as Intl assigns them. */
const zonesIn = memoize(
  (language: Language): readonly NamedZone[] => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
    const byZone = new Map(
      codes.flatMap((code) => {
        const name = names.of(code);
        // Asking for the zones of a code that is no country takes as long.
        return name === undefined ? [] : zonesOf(code).map((zone) => [zone, name] as const);
      }),
    );
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== UTC);
    return [UTC, ...zones].map((zone) => {
      const city = (language === 'es' ? SPANISH_CITIES[zone] : undefined) ?? cityOf(zone);
      return { zone, city, country: byZone.get(zone) };
    });
  },
  { maxKnown: 2 },
);

/** Its zones; TypeScript does not know the property yet. */
function zonesOf(country: string): readonly TimeZone[] {
  return (new Intl.Locale(`und-${country}`) as { timeZones?: readonly TimeZone[] }).timeZones ?? [];
}

const cityOf = (zone: TimeZone): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

/** Each zone with its city and country, for a list to choose from. */
export function zoneChoices(language: Language): readonly (readonly [zone: TimeZone, label: string])[] {
  return zonesIn(language).map(({ zone, city, country }) => [
    zone,
    country === undefined ? city : `${city}, ${country}`,
  ]);
}

/**
 * The zone of a city by its name in either language, or of a country that has only one, without regard to case and accents;
 * undefined for any other text.
 */
export function zoneOfPlace(place: string): TimeZone | undefined {
  const zones = LANGUAGES.flatMap((language) => zonesIn(language));
  const isIt = (name: string | undefined) => name !== undefined && plain(name) === plain(place);
  const ofCity = zones.find(({ zone, city, country }) =>
    [city, cityOf(zone)].some((name) => isIt(name) || isIt(`${name}, ${country}`)),
  );
  if (ofCity) return ofCity.zone;
  const [zone, ...others] = new Set(
    zones.filter(({ country }) => isIt(country)).map(({ zone: inCountry }) => inCountry),
  );
  return others.length === 0 ? zone : undefined;
}

const plain = (text: string): string => withoutAccents(text).trim().toLowerCase();
