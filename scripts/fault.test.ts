// What a script says about a failure.
import net from 'node:net'
import { expect, test } from 'vitest'
import { faultText } from './fault.ts'

test('a fault is one sentence without a stack', () => {
  expect(faultText('seed', new Error('the database does not answer'))).toBe(
    'seed: the database does not answer',
  )
})

test('a refused connection, which has its words in its parts only, is told', async () => {
  const refused = await new Promise((resolve) =>
    net.connect({ host: 'localhost', port: 1, autoSelectFamily: true }).once('error', resolve),
  )
  expect(faultText('bench', refused)).toContain('ECONNREFUSED')
})

test('a mistake in the program shows where it is', () => {
  expect(faultText('start', new TypeError('x is undefined'))).toMatch(/^start: TypeError[^]*\n +at /)
})
