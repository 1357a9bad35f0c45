/**
 * The storage of the metadata of class-transformer's decorators. The package publishes the types of this file apart from the file,
 * and exports neither from its entry; `@nestjs/mapped-types` reads the same one.
 */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
