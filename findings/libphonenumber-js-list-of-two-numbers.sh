#!/usr/bin/env bash
# libphonenumber-js 1.13.16 (metadata "max"): of two numbers that a comma separates, the second one loses its area code.
#
# Guessed before: a cell with two phone numbers of one area gives the same two numbers, whether a slash or a comma stands between them.
# Seen: with " / " findPhoneNumbersInText gives both numbers in full. With ", " the second number is +497654321 instead of +49307654321: the
# area code 030 behind the comma is dropped, and what is left is a number, too, which belongs to another place. parsePhoneNumber gives
# nothing for either text, so the search is what a reader of such cells would use.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . libphonenumber-js@1.13.16 >/dev/null
cat >run.mjs <<'JS'
import parse, { findPhoneNumbersInText } from 'libphonenumber-js/max';
for (const separator of [' / ', ', ']) {
  const text = `030 1234567${separator}030 7654321`;
  const found = findPhoneNumbersInText(text, 'DE').map(({ number }) => number.number);
  console.log(JSON.stringify(text), parse(text, 'DE')?.number ?? 'none', found.join(' '));
}
JS
diff - <(node run.mjs) <<'SEEN' && echo 'As seen before.'
"030 1234567 / 030 7654321" none +49301234567 +49307654321
"030 1234567, 030 7654321" none +49301234567 +497654321
SEEN
