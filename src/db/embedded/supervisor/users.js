/** @import { Socket } from 'node:net' */

/** The processes that use Postgres. Each counts while its connection is open, and is notified when Postgres serves. */
export class Users {
  /** @type {Set<Socket | 'launcher'>} */
  #present = new Set();
  /** Users that asked to leave; the last one's connection stays open until Postgres has stopped. @type {Set<Socket>} */
  #leaving = new Set();
  #serving = false;
  /** @type {() => void} */
  #notifyGone = () => {};

  /** @param {Socket} socket */
  welcome(socket) {
    // A user's death shows as an error or an end, and always as a close.
    socket.on('error', () => {});
    socket.once('close', () => this.remove(socket));
    socket.once('data', () => {
      this.#leaving.add(socket);
      this.remove(socket);
    });
    this.add(socket);
    if (this.#serving) socket.write('ready\n');
  }

  /** @param {Socket | 'launcher'} user */
  add(user) {
    this.#present.add(user);
    this.#letLeave();
  }

  /** @param {Socket | 'launcher'} user */
  remove(user) {
    this.#present.delete(user);
    this.#letLeave();
    if (this.areGone()) this.#notifyGone();
  }

  areGone() {
    return this.#present.size === 0;
  }

  /** @returns {Promise<void>} resolves when no user is left. */
  gone() {
    return new Promise((resolve) => {
      this.#notifyGone = resolve;
      if (this.areGone()) resolve();
    });
  }

  announceServing() {
    this.#serving = true;
    for (const socket of this.#sockets()) socket.write('ready\n');
  }

  announceOutage() {
    this.#serving = false;
  }

  /**
   * Tells all users why Postgres no longer serves; resolves when that is sent.
   * @param {string} reason one line
   */
  async dismiss(reason) {
    const farewells = this.#sockets().map(
      (socket) =>
        new Promise((resolve) => {
          socket.end(`failed ${reason}\n`, () => resolve(undefined));
        }),
    );
    await Promise.all(farewells);
  }

  #sockets() {
    return [...this.#present].filter((user) => user !== 'launcher');
  }

  /** Only while another user is connected. The launcher does not count, because it may itself be the one leaving. */
  #letLeave() {
    if (this.#sockets().length === 0) return;
    for (const socket of this.#leaving) socket.end();
    this.#leaving.clear();
  }
}
