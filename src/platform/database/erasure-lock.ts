/**
 * Advisory lock that a transaction takes which erases somebody, before it looks for stored answers to delete. Who stores an
 * answer shares it until the answer is there to be found, and stores nothing while somebody is being erased.
 */
export const erasureLock = 727_006;
