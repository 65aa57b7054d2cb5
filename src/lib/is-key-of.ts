/** Whether a name from outside is one of the object's own keys, never one that every object inherits. */
export function isKeyOf<T extends object>(object: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(object, name);
}
