import { RAILS } from './list.ts';

/** The syntax of the rails' own commands, in the order of the list. */
export async function loadRailCommands() {
  const loaded = await Promise.all(RAILS.map((rail) => rail.commands?.()));
  return loaded.filter((register) => register !== undefined);
}
