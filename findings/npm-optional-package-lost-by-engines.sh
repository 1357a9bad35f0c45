#!/usr/bin/env bash
# npm 11.19.1 on Node 20.20.2, with @nestjs/cli 12.0.8: an optional package that supports this Node is left out without a word, because one
# of the packages that it needs does not name this Node in `engines`.
#
# Guessed before: `engines` only leads to a warning (EBADENGINE), as without `engine-strict` it does for a required package, and an optional
# package is left out only if its installation fails or its platform (`os`, `cpu`) is another one.
# Seen: as a dependency, @nestjs/cli (which asks for Node 20.11 or newer) is installed, and npm warns that @angular-devkit/core asks for Node
# 22.22.3 or newer. As an optional dependency, @nestjs/cli itself is missing, npm prints no warning and exits with 0. To move a build tool to
# `optionalDependencies`, so that servers can leave it out, therefore makes builds fail on every Node that one package at the bottom of the
# tree does not list.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
[[ $(node -p process.versions.node) == 20.* ]] || { echo 'This needs Node 20.'; exit 1; }
outcome() {
  mkdir "$folder/$1" && cd -- "$folder/$1"
  printf '{ "name": "example", "version": "1.0.0", "private": true, "%s": { "@nestjs/cli": "12.0.8" } }\n' "$1" >package.json
  npm install --no-audit --no-fund --ignore-scripts >/dev/null 2>warnings && echo "$1: exit 0"
  if [ -d node_modules/@nestjs/cli ]; then echo installed; else echo missing; fi
  if grep -q EBADENGINE warnings; then echo 'with a warning'; else echo 'no warning'; fi
}
diff - <(outcome dependencies; outcome optionalDependencies) <<'SEEN' && echo 'As seen before.'
dependencies: exit 0
installed
with a warning
optionalDependencies: exit 0
missing
no warning
SEEN
