import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../../lib/errors/errors.ts';
import { describeError, type Logger } from '../../lib/logger.ts';
import type { Home } from './home.ts';
import { launchSupervisor, type Launch, type ServerOptions } from './launch.ts';
import { isDeserted } from './supervisor/election.js';

interface Connection {
  socket: Socket;
  /** The supervisor's messages: `ready` whenever Postgres starts serving, `failed <reason>` before it gives up. */
  lines: Interface;
}

const START_TIMEOUT_MS = 120_000;
const REJOIN_PAUSE_MS = 1_000;

/**
 * Makes this process a user of a home's Postgres. A membership is an open connection to the supervisor, because the
 * kernel closes it however the process ends; when the supervisor ends instead, another is started.
 */
export class Membership {
  readonly #home: Home;
  readonly #options: ServerOptions;
  readonly #logger: Logger;
  #connection: Promise<Connection | undefined>;
  #left: Promise<void> | undefined;

  static async join(home: Home, options: ServerOptions, logger: Logger): Promise<Membership> {
    const membership = new Membership(home, options, logger);
    await membership.#connection;
    return membership;
  }

  private constructor(home: Home, options: ServerOptions, logger: Logger) {
    this.#home = home;
    this.#options = options;
    this.#logger = logger;
    this.#connection = this.#join();
  }

  leave(): Promise<void> {
    this.#left ??= this.#leave();
    return this.#left;
  }

  async #leave(): Promise<void> {
    const connection = await this.#connection;
    if (!connection) return;
    const { socket } = connection;
    socket.ref();
    socket.write('leave\n');
    await closed(socket);
  }

  async #join(): Promise<Connection> {
    const connection = await joinSupervisor(this.#home, this.#options);
    // Only work keeps a process alive, not its membership.
    connection.socket.unref();
    connection.lines.on('line', (line) => {
      if (line === 'ready') this.#logger.warn('bundled Postgres ended unexpectedly and was restarted');
    });
    connection.socket.once('close', () => {
      if (!this.#left) this.#connection = this.#rejoin();
    });
    return connection;
  }

  async #rejoin(): Promise<Connection | undefined> {
    this.#logger.warn('bundled Postgres supervisor ended unexpectedly; starting another');
    while (!this.#left) {
      try {
        return await this.#join();
      } catch (error) {
        this.#logger.error('bundled Postgres supervisor failed; starting another', describeError(error));
        await delay(REJOIN_PAUSE_MS, undefined, { ref: false });
      }
    }
    return undefined;
  }
}

/** Connects to the supervisor and waits until Postgres serves; launches a supervisor when there is none. */
async function joinSupervisor(home: Home, options: ServerOptions): Promise<Connection> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let launch: Launch | undefined;
  try {
    while (Date.now() < deadline) {
      const connection = await connectToSupervisor(home.socketDir);
      if (!connection) launch = await launchSupervisor(home, options);
      else if (await isServed(connection, home, deadline)) return connection;
    }
  } finally {
    launch?.release();
  }
  throw new StartupError(
    `The bundled Postgres did not start within ${START_TIMEOUT_MS / 1_000} s: see ${home.logFile}, or set DATABASE_URL.`,
  );
}

/** Undefined when there is no supervisor, or no longer. */
export async function connectToSupervisor(socketDir: string): Promise<Connection | undefined> {
  const socket = connect(join(socketDir, 'supervisor'));
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (isDeserted(error)) return undefined;
    throw error;
  }
  const lines = createInterface(socket);
  // It emits the socket's errors too; from here on a failure shows as a close, which is enough.
  lines.on('error', () => undefined);
  return { socket, lines };
}

/** False when the supervisor closed the connection instead, because it was shutting down. */
async function isServed(connection: Connection, home: Home, deadline: number): Promise<boolean> {
  const { socket, lines } = connection;
  const timer = setTimeout(() => socket.destroy(), deadline - Date.now());
  const line = await Promise.race([nextLine(lines), closed(socket)]);
  clearTimeout(timer);
  if (line?.startsWith('failed ')) {
    const reason = line.slice('failed '.length);
    throw new StartupError(
      `The bundled Postgres could not start (${reason}): see ${home.logFile}, or set DATABASE_URL.`,
    );
  }
  return line === 'ready';
}

function nextLine(lines: Interface): Promise<string> {
  return new Promise((resolve) => lines.once('line', resolve));
}

function closed(socket: Socket): Promise<undefined> {
  return new Promise((resolve) => {
    if (socket.closed) resolve(undefined);
    else socket.once('close', () => resolve(undefined));
  });
}
