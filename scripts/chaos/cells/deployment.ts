import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCellsFile, type Cell } from '../../../src/cells/index.ts';
import { openFoundation } from '../../../src/composition/foundation.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { freePort } from '../../../test/support/outside/free-port.ts';
import { openAccount } from '../money.ts';
import { postmasterPid, startVictim } from '../processes.ts';
import type { Shop } from './shop.ts';

const DOMAIN = 'pay.example.com';

/** A cell on this machine: a process with a bundled Postgres, and an account. */
export interface RunningCell extends Shop {
  /** Kills the process and Postgres as a power cut would, and starts them again after this work; resolves when it is ready. */
  cutPower(whileOff: () => Promise<unknown>): Promise<void>;
  accountId: string;
  environment: Record<string, string>;
}

/** Starts them, each with an account, by whose key they are called. `ends` gets what stops them, also if a later one fails. */
export async function startCells(
  numbers: readonly number[],
  folder: string,
  log: number,
  ends: (() => unknown)[],
): Promise<{ cells: readonly Cell[]; running: RunningCell[]; file: string }> {
  const ports = await Promise.all(numbers.map(() => freePort()));
  const file = join(folder, 'cells.json');
  const described = numbers.map((cell, index) => ({
    cell,
    servers: [`127.0.0.1:${ports[index]}`],
    url: `https://c${cell}.${DOMAIN}`,
    environment_file: `cell-${cell}.env`,
  }));
  await writeFile(file, JSON.stringify({ cells: described }));
  const [secretsKey, cellsKey] = [Keyring.generate(), Keyring.generate()];
  const running: RunningCell[] = [];
  for (const [index, { cell, url }] of described.entries()) {
    const dataDir = join(folder, `cell-${cell}`);
    const environment = {
      DATA_DIR: dataDir,
      PORT: String(ports[index]),
      CELL: String(cell),
      CELLS_FILE: file,
      BASE_URL: url,
      CHECKOUT_BASE_URL: `https://${DOMAIN}`,
      TRUSTED_PROXIES: '127.0.0.1/32',
      // An account's cell must be able to read what the one that it came from has sealed.
      SECRETS_KEY: secretsKey,
      CELLS_KEY: cellsKey,
      LOG_LEVEL: 'error',
    };
    const victim = await startVictim(`cell ${cell}`, environment, 'build/main.js', log);
    ends.push(() => victim.stop());
    const cutPower: RunningCell['cutPower'] = (whileOff) =>
      victim.kill(async () => {
        const postmaster = await postmasterPid(dataDir);
        if (postmaster !== undefined) killIfThere(postmaster);
        await whileOff();
      });
    await writeFile(
      join(folder, `cell-${cell}.env`),
      Object.entries(environment)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    running.push({ cell, ...(await openShop(environment)), environment, cutPower });
  }
  return { cells: readCellsFile(file), running, file };
}

/** Opens an account in the cell that runs in this environment. */
export async function openShop(
  environment: Record<string, string>,
): Promise<{ accountId: string; apiKey: string }> {
  const foundation = await openFoundation(readConfig(environment), createLogger('silent'));
  try {
    const { id: accountId, apiKey } = await openAccount(foundation);
    return { accountId, apiKey };
  } finally {
    await foundation.close();
  }
}

/** It also ends by itself, when it notices that its process is gone. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
