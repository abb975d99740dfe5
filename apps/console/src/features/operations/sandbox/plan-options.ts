/** How a simulated partner can be told to behave, as choices of a select. */
export const planOptions = (plans: Readonly<Record<string, string>>, what: string) =>
  Object.entries(plans).map(([value, label]) => ({ value, label: `${what}：${label}` }));
