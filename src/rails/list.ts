import type { AnyRail } from '../methods/index.ts';
import { bankRail } from '../methods/providers/bank/index.ts';
import { bitsoRail } from '../methods/providers/bitso/index.ts';
import { bridgeRail } from '../methods/providers/bridge/index.ts';
import { cellsRail } from '../methods/providers/cells/index.ts';
import { evmRail } from '../methods/providers/evm/index.ts';
import { monoRail } from '../methods/providers/mono/index.ts';
import { simulatorRail } from '../methods/providers/simulator/index.ts';

/**
 * The rails of this program, which learns of them nowhere else. If several exchange the same assets, the last one
 * quotes an account's conversions, so the simulator comes first.
 */
export const RAILS = [simulatorRail, bankRail, evmRail, bitsoRail, bridgeRail, monoRail, cellsRail] as const;

/** The same list, for code that treats all rails alike. */
export const ANY_RAILS: readonly AnyRail[] = RAILS;

type Each = (typeof RAILS)[number];

export type RailName = Each['name'];

/** Registers the commands of a rail. */
export type RailCommands = Awaited<ReturnType<NonNullable<Each['commands']>>>;

/** By the rails' names; undefined for one that the deployment does not have. */
export type RailSettings = { readonly [R in Each as R['name']]: ReturnType<R['configure']> };

/** The opened rails, likewise. */
export type OpenedRails = { readonly [R in Each as R['name']]: Awaited<ReturnType<R['open']>> | undefined };
