import { RAILS, type RailCommands } from './list.ts';

/** The syntax of the rails' own commands, in the order of the list. */
export async function loadRailCommands(): Promise<RailCommands[]> {
  const loaded = await Promise.all(RAILS.map(async (rail) => rail.commands?.()));
  return loaded.filter((register) => register !== undefined);
}
