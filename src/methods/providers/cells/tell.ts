import { StartupError } from '../../../lib/errors/errors.ts';
import { createTransport, NoResponse } from '../../../lib/outgoing/api-transport.ts';
import { cellRail } from './name.ts';
import { formatNotice, type HandedOn } from './notice.ts';
import { signNotice } from './signature.ts';

/** Above the time after which a cell gives up storing a notice. */
const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Reports a deposit to another cell. Throws with a code for the operator unless that cell confirms that it has stored
 * it.
 */
type TellCell = (handedOn: Omit<HandedOn, 'from'>) => Promise<void>;

/**
 * Sends over the guarded client, signed with the first of the keys. Throws StartupError for a cell that is reached over
 * plain http on another machine, because notices name payers.
 */
export function createTellCell({
  own,
  cells,
  keys,
  ...reach
}: {
  /** The number of this cell. */
  own: number;
  /** The other cells, with the addresses of their hosts. */
  cells: readonly { cell: number; url: string }[];
  keys: readonly string[];
  /** Ranges of the own network in which cells may be, and one more CA that is trusted. */
  allowCidrs: readonly string[];
  caFile: string | undefined;
}): TellCell {
  const reached = new Map(
    cells.map(({ cell, url }) => {
      const { protocol, hostname } = new URL(url);
      if (protocol !== 'https:' && !LOOPBACK.test(hostname))
        throw new StartupError(
          `CELLS_FILE: the url of cell ${cell} must begin with https:// where CELLS_KEY is set.`,
        );
      const send = createTransport(cellRail(cell), url, reach);
      return [cell, { send, url: `${url}/providers/${cellRail(own)}/notices` }] as const;
    }),
  );
  return async (handedOn) => {
    const cell = reached.get(handedOn.to);
    if (!cell) throw new NoResponse('unknown_cell');
    const body = formatNotice({ ...handedOn, from: own });
    const { status } = await cell.send({
      method: 'POST',
      url: cell.url,
      headers: signNotice(body, keys),
      body,
      timeoutMs: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status !== 200) throw new NoResponse(`http_${status}`);
  };
}
