// Finds the Chromium of the system, for the tests and the pictures of the console.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of Chromium: CHROMIUM_PATH, or else the first program on the PATH that has one of the usual names.
 * @returns {string | null} null if there is none
 */
export function browserPath() {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const usual = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return (CHROMIUM_PATH === undefined ? usual : [CHROMIUM_PATH]).find(isExecutable) ?? null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
