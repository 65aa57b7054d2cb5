import type { Provider, RailParts, RailRecords } from '../methods/index.ts';
import type { ApprovalKind } from '../operators/index.ts';
import { ANY_RAILS, type OpenedRails, type RailName, type RailSettings } from './list.ts';

/** Opens the configured rails, one after the other. Throws StartupError where settings cannot be used. */
export async function openRails(parts: RailParts, settings: RailSettings): Promise<OpenedRails> {
  const opened: Partial<Record<string, Provider | readonly Provider[]>> = {};
  for (const rail of ANY_RAILS) {
    const own = settings[rail.name as RailName];
    if (own !== undefined) opened[rail.name] = await rail.open(parts, own);
  }
  return opened as OpenedRails;
}

/** In the order of the list. */
export function providersOf(rails: OpenedRails): Provider[] {
  return ANY_RAILS.flatMap(({ name }): Provider[] => [rails[name as RailName] ?? []].flat());
}

/** Metrics, approvals and housekeeping for the rows of every rail, whether or not it is configured. */
export type AllRailRecords = readonly (RailRecords & { rail: string })[];

export async function loadRailRecords(): Promise<AllRailRecords> {
  return Promise.all(ANY_RAILS.map(async (rail) => ({ ...(await rail.records?.()), rail: rail.name })));
}

/** The decisions about rails that two operators take; `opened` are the rails by then. */
export function approvalKindsOf(
  records: AllRailRecords,
  opened: () => OpenedRails | undefined,
): Readonly<Record<string, ApprovalKind>> {
  const kinds = records.map((one) => one.approvals?.(() => opened()?.[one.rail as RailName]));
  return Object.assign({}, ...kinds) as Readonly<Record<string, ApprovalKind>>;
}
