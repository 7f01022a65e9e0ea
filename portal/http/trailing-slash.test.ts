// Which addresses lose a slash at their end, and that none of them leads to another host.
import { expect, test } from 'vitest'
import { withoutTrailingSlash } from './trailing-slash.ts'

test.each([
  ['/relay/', '/relay'],
  ['/relay/?name=a/&q=b?c', '/relay?name=a/&q=b?c'],
  ['/relay/P-1001/edit/', '/relay/P-1001/edit'],
  ['/sign-in/', '/sign-in'],
])('%s is %s', (address, page) => {
  expect(withoutTrailingSlash(address)).toBe(page)
})

test.each([
  '/',
  '/relay',
  '/relay?x=/',
  '//evil.example/',
  '/.//evil.example/',
  '/\\evil.example/',
  '/a//',
  'x/',
])('%s stays as it is', (address) => {
  expect(withoutTrailingSlash(address)).toBeNull()
})
