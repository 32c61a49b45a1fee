type Environment = Readonly<Record<string, string | undefined>>;

/** The one environment with the other's variables put in. Windows does not tell `Path` from `PATH`. */
export function childEnvironment(own: Environment, added: Environment, platform: string): Environment {
  if (platform !== 'win32') return { ...own, ...added };
  const names = new Set(Object.keys(added).map((name) => name.toUpperCase()));
  const kept = Object.entries(own).filter(([name]) => !names.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...added };
}
