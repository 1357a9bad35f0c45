import { useEffect, useState } from 'preact/hooks';

const interval = 2_000;

/**
 * Reads again two seconds after each answer, while that is needed, the screen is open and the tab is visible.
 * @param isNeeded false while an answer is awaited
 */
export function usePolling(isNeeded: boolean, read: () => void): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(read, interval);
    };
    plan();
    document.addEventListener('visibilitychange', plan);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [isNeeded, read]);
}

/** The time in milliseconds since 1970, every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
