// Names as people type them.
import { expect, test } from 'vitest'
import { findProgram } from './program-name.ts'

const NAMES = ['gateway', 'COUNTER-1', 'COUNTER-2', 'BACK-OFFICE']

test.each([
  ['COUNTER-2', 'COUNTER-2'],
  ['counter-2', 'COUNTER-2'],
  ['Back-Office', 'BACK-OFFICE'],
  ['GATEWAY', 'gateway'],
])('%s means %s', (wanted, name) => expect(findProgram(NAMES, wanted)).toEqual({ name }))

test('what is unknown gives the likely names, else all', () => {
  expect(findProgram(NAMES, 'counter')).toEqual({ candidates: ['COUNTER-1', 'COUNTER-2'] })
  expect(findProgram(NAMES, 'till')).toEqual({ candidates: NAMES })
  expect(findProgram(NAMES, '')).toEqual({ candidates: NAMES })
})

test('of two names that differ in case only, the one written exactly is meant, else both are named', () => {
  const names = ['Till', 'TILL', 'gateway']
  expect(findProgram(names, 'Till')).toEqual({ name: 'Till' })
  expect(findProgram(names, 'till')).toEqual({ candidates: ['Till', 'TILL'] })
})
