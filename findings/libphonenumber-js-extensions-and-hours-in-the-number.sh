#!/usr/bin/env bash
# libphonenumber-js 1.13.16 (metadata "max"): digits that stand beside a German number become a part of it, and the result is "valid".
#
# Guessed before: opening hours, a second extension and the count of a label ("Tel.2") are cut off, or make the text invalid.
# Seen: all three are joined with the number, and isValid() is true, because German numbers have no fixed length. The extension range
# "-0/-12" becomes the digits 012, "(9-17h)" becomes 917, and "Tel.2" puts a 2 before the area code. American numbers, whose length is
# fixed, become invalid in the same situation.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . libphonenumber-js@1.13.16 >/dev/null
cat >run.mjs <<'JS'
import parse from 'libphonenumber-js/max';
const texts = [
  ['+49 30 1234567-0/-12', 'DE'],
  ['+49 (30) 1234567 (9-17h)', 'DE'],
  ['Tel.2 030 1234567', 'DE'],
  ['Ext. 5 (415) 555-2671', 'US'],
];
for (const [text, country] of texts) {
  const number = parse(text, country);
  console.log(text, '->', number?.number, number?.isValid() ? 'valid' : 'invalid', number?.ext ?? 'no extension');
}
JS
diff - <(node run.mjs) <<'SEEN' && echo 'As seen before.'
+49 30 1234567-0/-12 -> +49301234567012 valid no extension
+49 (30) 1234567 (9-17h) -> +49301234567917 valid no extension
Tel.2 030 1234567 -> +4920301234567 valid no extension
Ext. 5 (415) 555-2671 -> +154155552671 invalid no extension
SEEN
