// What protocol number 2 began with still holds: agents and hubs of the release before parse what this version sends.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { contractForms } from './contract-forms.ts'
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from './version.ts'

/** The contract as the first release with this number had it. A new number records its own beside it. */
const RECORDED = z
  .record(z.string(), z.unknown())
  .parse(
    JSON.parse(readFileSync(path.join(import.meta.dirname, `protocol-${PROTOCOL_VERSION}.json`), 'utf8')),
  )

/** Words that were added to a list since, and what somebody of the release before makes of them. */
const ADDED: Readonly<Record<string, string>> = {
  spool_paused: 'a hub of 0.1.0 answers INVALID to who asks for the diagnosis of a computer that is paused',
}

it.each(Object.keys(RECORDED))('%s has the form that it had', (message) => {
  // Every schema is strict: a field more, or a word more in a list, is refused by who does not know it.
  expect(withoutAdded(contractForms()[message])).toEqual(RECORDED[message])
})

it('serves what it speaks', () => {
  expect(OLDEST_PROTOCOL_VERSION).toBeLessThanOrEqual(PROTOCOL_VERSION)
})

function withoutAdded(form: unknown): unknown {
  const known = (_key: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((word) => typeof word !== 'string' || !(word in ADDED)) : value
  return JSON.parse(JSON.stringify(form, known))
}
