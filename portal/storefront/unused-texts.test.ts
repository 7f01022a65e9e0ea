// Every text of the storefront stands on a page of it: what nobody says any more is taken out of the catalogue.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'

/** Groups of which data chooses one: the types hold that each value has its text. */
const BY_DATA: ReadonlySet<string> = new Set([
  'states',
  'faults',
  'changes',
  'couponFaults',
  'couponRefused',
  'sorts',
  'address',
])

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n')

/** The names on the way to each text. */
function waysIn(group: object, way: readonly string[] = []): string[][] {
  return Object.entries(group).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? waysIn(text, [...way, name]) : [[...way, name]],
  )
}

/** As a property, taken out of its group, or as the word that names it. */
function isSaid(name: string, source: string): boolean {
  return new RegExp(`[.'"]${name}\\b|[{,] ${name}[ ,]`).test(source)
}

test('no text of the storefront is unused', () => {
  const ways = waysIn(texts('en').storefront)
  expect(ways.length).toBeGreaterThan(100)
  const unused = ways.filter((way) => !BY_DATA.has(way.at(-2) ?? '') && !isSaid(way.at(-1) ?? '', sources))
  expect(unused.map((way) => way.join('.'))).toEqual([])
  for (const group of BY_DATA) expect(isSaid(group, sources), group).toBe(true)
})

test('a text that no page says is found', () => {
  expect(isSaid('greeting', "<p>{t.storefront.welcome}</p> 'greetings'")).toBe(false)
})
