#!/usr/bin/env bash
# csv-parse 7.0.3 (on Node 20.20.2), option cast_date: names of companies that end in a number become dates.
#
# Guessed before: only a cell that is written as a date, such as 2026-03-05, becomes a Date, and a name stays a text.
# Seen: the option gives each cell to Date.parse, and V8 reads a date out of many texts that end in a number. "Studio 54" becomes the first
# of January 1954, "Motel 6" the first of June 2001, and "Acme 1999" the first of January 1999. "Forever 21" stays a text, because 21 is no
# month and no year that V8 accepts there. So one column of names holds texts and dates side by side.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . csv-parse@7.0.3 >/dev/null
cat >run.mjs <<'JS'
import { parse } from 'csv-parse/sync';
const names = ['Studio 54', 'Motel 6', 'Acme 1999', 'Forever 21', 'Acme Ltd'];
const rows = parse(`name\n${names.join('\n')}\n`, { columns: true, cast: true, cast_date: true });
for (const { name } of rows) console.log(name instanceof Date ? `Date ${name.getFullYear()}-${name.getMonth() + 1}` : name);
JS
diff - <(node run.mjs) <<'SEEN' && echo 'As seen before.'
Date 1954-1
Date 2001-6
Date 1999-1
Forever 21
Acme Ltd
SEEN
