// Is loaded before the modules of a test, because `@nestjs/throttler` requires `@nestjs/core`, which must then be loaded already.
import '@nestjs/common';
import '@nestjs/core';
import 'reflect-metadata';
