/** Settings to change; of those that have parts, only the parts that are given. */
export type Changes<Settings> = {
  [Name in keyof Settings]?: Settings[Name] extends object ? Partial<Settings[Name]> : Settings[Name];
};

/** Changes settings where they are. Throws for one that there is not. */
export function changeSettings<Settings extends object>(
  settings: Settings,
  changes: Changes<Settings>,
): Settings {
  const known = settings as Record<string, unknown>;
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(known, name)) throw new Error(`There is no setting ${name}`);
    const current = known[name];
    if (typeof current === 'object' && current !== null) Object.assign(current, value);
    else known[name] = value;
  }
  return settings;
}
