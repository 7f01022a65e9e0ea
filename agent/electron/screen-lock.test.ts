// What the tray asks the agent when the screen is locked.
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { signOutOnLock } from './screen-lock.ts'

test('the pharmacist is signed out when the screen is locked and before the computer sleeps', () => {
  const power = new EventEmitter()
  const asked: unknown[] = []
  signOutOnLock(power, async (params) => {
    asked.push(params)
    return Promise.reject(new Error('the agent is away'))
  })
  power.emit('lock-screen')
  power.emit('suspend')
  expect(asked).toEqual([{ because: 'lock' }, { because: 'lock' }])
})
