/** The maximum number of records of a page. */
export const maxPage = 1_000;

/** Totals and facets are exact up to this number of records. */
export const exactUpTo = 10_000;

/** For this time a record that a search has charged is not charged again to the same tenant, in hours. */
export const freeAgainHours = 24;
