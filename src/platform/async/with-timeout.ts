/** A promise did not settle in time; whether its work still happens is not known. */
export class TimeoutError extends Error {}

/**
 * Waits for a promise, but not for ever. What it brings later is lost, also its failure.
 * @throws TimeoutError with `message` when it takes longer than `timeoutMs`
 */
export async function withTimeout<T>(timeoutMs: number, message: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(message)), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
