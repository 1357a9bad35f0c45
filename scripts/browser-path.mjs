// Where the system's Chromium is, for tests and pictures of the console.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string | null} */
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
