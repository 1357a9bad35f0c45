import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';
import { browserPath } from '../../../scripts/browser-path.mjs';

/** The browser of a group of tests. */
export interface TestBrowser {
  /**
   * Opens the console at a path below `/console/`, and signs in if a key is given. The test fails if the page writes an error to the
   * browser's console, as it also does for a violation of the content security policy.
   */
  open(baseUrl: string, path: string, options?: OpenOptions): Promise<Page>;
  /** Permits errors in the browser's console that match the pattern, such as `/401/` for a refused request. */
  expectErrors(pattern: RegExp): void;
}

interface OpenOptions extends BrowserContextOptions {
  readonly apiKey?: string;
}

/** Declares tests that run in Chromium. They are skipped if it is not installed. */
export function describeInBrowser(name: string, tests: (browser: TestBrowser) => void): void {
  const executablePath = browserPath();
  if (executablePath === null) {
    describe(name, () => {
      it.skip('(needs Chromium, which is not installed; CHROMIUM_PATH may name it)', () => undefined);
    });
    return;
  }
  describe(name, () => {
    let browser: Browser | undefined;
    const contexts: BrowserContext[] = [];
    let errors: string[] = [];
    let expected: RegExp | null = null;
    beforeAll(async () => {
      const { chromium } = await import('playwright-core');
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    });
    afterEach(async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      const unexpected = errors.filter((error) => expected?.test(error) !== true);
      [errors, expected] = [[], null];
      expect(unexpected).toEqual([]);
    });
    afterAll(() => browser?.close());
    tests({
      async open(baseUrl, path, { apiKey, ...options } = {}) {
        if (browser === undefined) throw new Error('The browser does not run');
        const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
        contexts.push(context);
        const page = await context.newPage();
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
        });
        page.on('pageerror', (error) => errors.push(String(error)));
        await page.goto(`${baseUrl}/console/${path}`);
        if (apiKey !== undefined) {
          await page.getByLabel('API key').fill(apiKey);
          await page.getByRole('button', { name: 'Sign in' }).click();
          await page.getByRole('navigation', { name: 'Screens' }).waitFor();
        }
        return page;
      },
      expectErrors(pattern) {
        expected = pattern;
      },
    });
  });
}

/** Whether no content of an element is wider than the element. */
export function fitsWidth(element: Locator): Promise<boolean> {
  return element.evaluate((found) => {
    const { scrollWidth, clientWidth } = found as unknown as Readonly<Record<'scrollWidth' | 'clientWidth', number>>;
    return scrollWidth <= clientWidth;
  });
}

/** Whether all lines of an element are in sight. The sizes are rounded to whole pixels, so two pixels more do not count. */
export function fitsHeight(element: Locator): Promise<boolean> {
  return element.evaluate((found) => {
    const { scrollHeight, clientHeight } = found as unknown as Readonly<
      Record<'scrollHeight' | 'clientHeight', number>
    >;
    return scrollHeight <= clientHeight + 2;
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations of WCAG 2.2 AA, and of what axe recommends beyond it, in the light and dark colours of a page. Each is a line with the colours, the rule and the element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const violations: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const results = await page.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(levels)} })`);
    for (const { id, nodes } of results.violations)
      violations.push(...nodes.map(({ html }) => `${colorScheme}: ${id}: ${html}`));
  }
  return violations;
}
