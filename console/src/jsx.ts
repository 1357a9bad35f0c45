// The functions to which the build compiles JSX. The bundler imports them into each file with JSX.
export { Fragment as jsxGroup, h as jsxNode } from 'preact';
