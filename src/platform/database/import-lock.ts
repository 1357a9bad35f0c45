/**
 * Advisory lock taken by every transaction that imports, so that imports wait for each other instead of deadlocking, and
 * by those that must not meet an import half way.
 */
export const importLock = 727_002;
