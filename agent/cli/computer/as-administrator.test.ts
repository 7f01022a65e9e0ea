// Words for a Windows command line, as CommandLineToArgvW reads them back.
import { expect, test } from 'vitest'
import { quoted } from './as-administrator.ts'

test.each([
  ['add', '"add"'],
  ['', '""'],
  ['Generic / Text Only', '"Generic / Text Only"'],
  [String.raw`C:\Program Files\x.mjs`, String.raw`"C:\Program Files\x.mjs"`],
  [String.raw`C:\folder\ `.trim(), String.raw`"C:\folder\\"`],
  ['say "yes"', String.raw`"say \"yes\""`],
  [String.raw`a\"b`, String.raw`"a\\\"b"`],
])('%j is written %s', (text, written) => {
  expect(quoted(text)).toBe(written)
})
