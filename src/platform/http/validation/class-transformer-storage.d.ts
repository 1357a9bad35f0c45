/**
 * The metadata of class-transformer's decorators. The package publishes the types of this file in another folder, and
 * exports the file from no entry point. `@nestjs/mapped-types` imports the same file.
 */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
