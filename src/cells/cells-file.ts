import { dirname, resolve } from 'node:path';
import { MAX_CELL } from '../lib/cell.ts';
import { type ConfigFile, configFile } from '../lib/config-file.ts';

/** A cell, as CELLS_FILE describes it. */
export interface Cell {
  cell: number;
  /** The addresses at which its processes serve calls, `host:port`. */
  servers: readonly string[];
  /** The URL of its panel, which is its BASE_URL, because users sign in where their account is. */
  url: string;
  /** The file with its environment variables, by which commands reach it. */
  environmentFile: string;
}

const FILE: ConfigFile = configFile('CELLS_FILE');
const MAX_SERVERS = 64;
const SERVER = /^(?:[a-zA-Z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\]):[0-9]{1,5}$/;
const FIELDS = ['cell', 'servers', 'url', 'environment_file'];

/**
 * Reads CELLS_FILE, an object with a list of `cells`, of which one is cell 0. Throws StartupError with one line that
 * points to the path in the file and says what is expected. Paths in it are relative to the file.
 */
export function readCellsFile(path: string): Cell[] {
  return parseCells(FILE.read(path), dirname(resolve(path)));
}

/** `folder` is the base of relative paths. */
export function parseCells(text: string, folder: string): Cell[] {
  const { cells: listed } = FILE.fieldsAt(FILE.parse(text), '', ['cells']);
  if (!Array.isArray(listed) || listed.length === 0) FILE.refuse('cells', 'must be a list of cells');
  const cells = listed.map((value, index) => parseCell(value, `cells[${index}]`, folder));
  const numbers = cells.map(({ cell }) => cell);
  const repeated = numbers.find((cell, index) => numbers.indexOf(cell) !== index);
  if (repeated !== undefined) FILE.refuse('cells', `has cell ${repeated} twice`);
  const urls = cells.map(({ url }) => url);
  const shared = urls.find((url, index) => urls.indexOf(url) !== index);
  if (shared !== undefined) FILE.refuse('cells', `has the url ${shared} twice`);
  if (!numbers.includes(0))
    FILE.refuse('cells', 'must have cell 0: the first deployment, or the only one before');
  return cells.sort((one, other) => one.cell - other.cell);
}

function parseCell(value: unknown, path: string, folder: string): Cell {
  const { cell, servers, url, environment_file: file } = FILE.fieldsAt(value, path, FIELDS);
  if (!Number.isInteger(cell) || (cell as number) < 0 || (cell as number) > MAX_CELL)
    FILE.refuse(`${path}.cell`, `must be a whole number from 0 to ${MAX_CELL}`);
  if (!Array.isArray(servers) || servers.length === 0 || servers.length > MAX_SERVERS)
    FILE.refuse(`${path}.servers`, `must be a list of 1 to ${MAX_SERVERS} addresses like 10.0.0.10:3000`);
  const wrong = servers.findIndex((server) => typeof server !== 'string' || !SERVER.test(server));
  if (wrong >= 0) FILE.refuse(`${path}.servers[${wrong}]`, 'must be an address like 10.0.0.10:3000');
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.href !== `${address.origin}/`)
    FILE.refuse(`${path}.url`, 'must be the address of a host, like https://c1.pay.example.com');
  if (typeof file !== 'string' || file === '')
    FILE.refuse(
      `${path}.environment_file`,
      "must be the path of the file with the cell's environment variables",
    );
  return {
    cell: cell as number,
    servers: servers as string[],
    url: address.origin,
    environmentFile: resolve(folder, file),
  };
}
