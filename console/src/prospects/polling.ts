import { useEffect, useState } from 'preact/hooks';

/** The time between an answer and the next reading, in milliseconds. */
const interval = 2_000;

/**
 * Reads something again and again while its screen is open and the tab is visible.
 * @param isNeeded whether to read again: false while an answer is awaited, and when the state is final
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

/** The current time in milliseconds since 1970. The component that uses it is drawn again every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
