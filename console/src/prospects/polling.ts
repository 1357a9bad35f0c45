import { useEffect, useState } from 'preact/hooks';

/** How long the console waits after an answer before it reads again, in milliseconds. */
const interval = 2_000;

/**
 * Reads something again and again, as long as its screen is open and the tab is visible.
 * @param isNeeded whether to read once more. It is false while the last answer is still awaited, and once the state is final.
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

/** The current time in milliseconds since 1970. A component that uses it is drawn again every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
