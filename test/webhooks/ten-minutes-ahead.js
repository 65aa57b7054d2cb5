// Preloaded into a program, this sets its clock ten minutes ahead.
const Real = Date;
const AHEAD_MS = 600_000;

globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [Real.now() + AHEAD_MS], newTarget),
  get: (target, name, receiver) =>
    name === 'now' ? () => Real.now() + AHEAD_MS : Reflect.get(target, name, receiver),
});
