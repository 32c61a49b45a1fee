/** A configuration with one argument and without limits, which would otherwise stop a client this fast. */
export const unlimitedCities = `
limits: { perPrincipal: false, global: false }
completions:
  prompts:
    args-prompt: { city: [Paris, Porto, Prague] }
`;
