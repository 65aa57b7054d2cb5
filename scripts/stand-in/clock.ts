/** The server's own time, which can be moved: what is due in between then happens, in order. */
export function createClock() {
  let aheadMs = 0;
  let agenda: { dueAt: number; act: () => void }[] = [];
  const real = () => Date.now() + aheadMs;
  let pinned: number | undefined;
  const now = () => pinned ?? real();

  function settle(): void {
    for (;;) {
      const [first] = agenda
        .filter(({ dueAt }) => dueAt <= real())
        .sort((one, other) => one.dueAt - other.dueAt);
      if (!first) return;
      agenda = agenda.filter((entry) => entry !== first);
      // What was due earlier happens at its own time, also when the clock was moved past it.
      pinned = first.dueAt;
      try {
        first.act();
      } finally {
        pinned = undefined;
      }
    }
  }

  const timer = setInterval(settle, 20).unref();
  return {
    now,
    settle,
    after: (ms: number, act: () => void) => void agenda.push({ dueAt: now() + ms, act }),
    advance(ms: number): void {
      aheadMs += ms;
      settle();
    },
    close: () => clearInterval(timer),
  };
}

export type Clock = ReturnType<typeof createClock>;
