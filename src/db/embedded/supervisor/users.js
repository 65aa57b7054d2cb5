/** @import { Socket } from 'node:net' */

/** Those who use Postgres: each counts as long as its connection is open, and is told whenever Postgres serves. */
export class Users {
  /** @type {Set<Socket | 'launcher'>} */
  #present = new Set();
  /** Have said goodbye; the last one's connection stays open until Postgres has stopped. @type {Set<Socket>} */
  #leaving = new Set();
  #serving = false;
  /** @type {() => void} */
  #notifyGone = () => {};

  /** @param {Socket} socket */
  welcome(socket) {
    // A death shows as an error or an end, and always as a close.
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

  /** @returns {Promise<void>} resolves when nobody is there. */
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
   * Resolves when all have been told why they are served no longer.
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

  /** As long as only the launcher remains, it may be about to end as well: perhaps it is the one who leaves. */
  #letLeave() {
    if (this.#sockets().length === 0) return;
    for (const socket of this.#leaving) socket.end();
    this.#leaving.clear();
  }
}
