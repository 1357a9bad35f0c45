// Compiles the tests for plain Jest, as tools/typescript.mjs does for Node.
import { transformSync } from '@swc/core';

export default {
  process: (source, filename) => transformSync(source, { filename, sourceMaps: 'inline' }),
};
