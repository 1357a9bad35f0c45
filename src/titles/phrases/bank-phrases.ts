/** Names of industries in which a vice president is one of many. Part of an industry's name is enough. */
export const BANK_INDUSTRIES = `
  bank, banking, capital market, investment management, asset management, financial services, securities, brokerage,
  consumer finance, mortgage, credit union`;

/** Words of a title that tell a bank by its own business. */
export const BANK_BUSINESSES = `
  banking, wealth management, private wealth, private client, capital market, global market, equity research,
  equity capital, debt capital, fixed income, leveraged finance, structured finance, trade finance, project finance,
  credit risk, market risk, prime brokerage, lending, loan, mortgage, securities, derivatives, foreign exchange,
  relationship manager, branch manager, treasury services`;
