// The list of components of the servers' package: what npm says of our lock file may be released, and what may not is named.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { repository } from '../../command.ts'
import { lockedSbom } from './sbom.ts'
import { faultsIn, READ_BY_A_PERSON, type Component } from './sbom-rules.ts'

const Package = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  dev: z.boolean().optional(),
})
const Lock = z.looseObject({ packages: z.record(z.string(), Package) })

const GOOD: Component = {
  'bom-ref': 'a@1.0.0',
  type: 'library',
  name: 'a',
  version: '1.0.0',
  licenses: [{ license: { id: 'MIT' } }],
  hashes: [{ alg: 'SHA-512', content: 'ab'.repeat(64) }],
}
const faultsOf = (changes: Partial<Component>): string[] =>
  faultsIn({ components: [{ ...GOOD, ...changes }] })

/** `name@version` of what the lock file has for more than development. */
function productionRefs(): Set<string> {
  const lock = Lock.parse(JSON.parse(readFileSync(path.join(repository, 'package-lock.json'), 'utf8')))
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true)
  return new Set(
    kept.map(([place, { name, version }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`),
  )
}

test.each([
  ['GPL-3.0-only', { licenses: [{ license: { id: 'GPL-3.0-only' } }] }, ['a 1.0.0: licence GPL-3.0-only']],
  ['none', { licenses: undefined }, ['a 1.0.0: licence not said']],
  ['one of two', { licenses: [{ expression: '(MIT OR GPL-3.0-only)' }] }, []],
  ['both', { licenses: [{ expression: 'MIT AND GPL-3.0-only' }] }, ['a 1.0.0: licence MIT AND GPL-3.0-only']],
  ['no hash', { hashes: undefined }, ['a 1.0.0: no hash']],
  ['our own', { 'bom-ref': '@pharmacy-relay/shared@0.1.0', licenses: undefined, hashes: undefined }, []],
])('a licence or a hash keeps a package out of a release: %s', (_what, changes, faults) => {
  expect(faultsOf(changes as Partial<Component>)).toEqual(faults)
})

test('everything that is locked for production may be released', async () => {
  const production = productionRefs()
  const all = (await lockedSbom(repository)).components
  const components = all.filter((one) => production.has(one['bom-ref']))
  expect(faultsIn({ components })).toEqual([])
  expect(components.length).toBeGreaterThan(200)
  // Of those that one workspace has for development and another for production.
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['zod', 'ws', 'preact']))
  // An exception that nothing needs any more would let in what a person has not read.
  const names = new Set(components.map(({ name }) => name))
  expect(Object.keys(READ_BY_A_PERSON).filter((name) => !names.has(name))).toEqual([])
})
