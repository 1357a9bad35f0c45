// @nestjs/throttler as Node loads it. The package is CommonJS and requires Nest's ES modules, which Jest can do on Node 24.9 and newer
// only; here it is given them.
import { readFileSync } from 'node:fs';
import crypto from 'node:crypto';
import net from 'node:net';
import async_hooks from 'node:async_hooks';
import * as common from '@nestjs/common';
import * as core from '@nestjs/core';

const folder = new URL('../../node_modules/@nestjs/throttler/dist/', import.meta.url);
const packages = { '@nestjs/common': common, '@nestjs/core': core, 'node:crypto': crypto, net, async_hooks };
const loaded = new Map();

function load(name) {
  if (Object.hasOwn(packages, name)) return packages[name];
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const exports = {};
  loaded.set(name, exports);
  const source = readFileSync(new URL(`${name}.js`, folder), 'utf8');
  new Function('exports', 'require', source)(exports, load);
  return exports;
}

export const {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  normalizeIp,
  SkipThrottle,
  ThrottlerGuard,
  ThrottlerModule,
} = load('./index');
