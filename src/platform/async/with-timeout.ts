/** Something did not come in time; whether it still happens is not known. */
export class Impatience extends Error {}

/**
 * Waits for a promise, but not for ever. What it would have brought later is lost, also its failure.
 * @throws Impatience with `complaint` when it takes longer than `patienceMs`
 */
export async function within<T>(patienceMs: number, complaint: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Impatience(complaint)), patienceMs);
  });
  try {
    return await Promise.race([promise, impatience]);
  } finally {
    clearTimeout(timer);
  }
}
