/** Queries that find what must not be, one readable line in one column each, by the rule that is then broken. */
export const creditRules: ReadonlyMap<string, string>;
