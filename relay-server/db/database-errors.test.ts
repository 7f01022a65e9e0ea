// What callers learn about a failure of the database.
import pg from 'pg'
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { asProblem } from './database-errors.ts'

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('value "secret" of a row', 1, 'error')
  error.code = code
  error.detail = 'Key (email)=(secret) exists'
  return error
}

function connectionError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

// O108: 25006 is what a connection says that was left at a server which is no primary any more. 28P01: passwords are being exchanged.
test.each(['25006', '28P01', '08006', '53300', '57P01', '57P03', '57014', '55P03', '40001', '40P01'])(
  'SQLSTATE %s may be tried again',
  (code) => {
    expect(asProblem(databaseError(code))).toMatchObject({ code: 'unavailable', retryAfterS: 2 })
  },
)

test.each([
  connectionError('ECONNREFUSED', 'connect'),
  connectionError('ENOENT', 'connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
])('$message means that the database is unavailable', (error) => {
  expect(asProblem(error)?.code).toBe('unavailable')
})

test('any other database error is internal, and nothing of it repeats values', () => {
  const problem = asProblem(databaseError('22P02'))
  expect(problem?.code).toBe('internal')
  const { cause } = problem ?? {}
  const shown = [problem?.message, problem?.stack, String(cause), cause instanceof Error ? cause.stack : '']
  expect(shown.join()).not.toContain('secret')
  expect(String(cause)).toContain('22P02')
  expect(JSON.stringify(cause)).not.toContain('secret')
})

test('what is no database error is left to others', () => {
  expect(asProblem(new TypeError('x is not a function'))).toBeNull()
  expect(asProblem(connectionError('ENOENT', 'open'))).toBeNull()
  expect(asProblem('text')).toBeNull()
})

test('a problem stays what it is', () => {
  const problem = new ProblemError('not_found', 'There is no such customer')
  expect(asProblem(problem)).toBe(problem)
})
