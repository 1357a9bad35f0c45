/** For each rule of the ledger a query that finds its violations. A violation is a row with one column, a readable text. */
export const creditRules: ReadonlyMap<string, string>;
