// What is told of the last update, from the states that a launcher goes through.
import { expect, test } from 'vitest'
import { begun, firstState, proved, withInstalled, wentBack } from '../../launcher/launcher-state.ts'
import { lastUpdateOf } from './last-update.ts'

const AT = '2026-11-22T09:00:00.000Z'
const fresh = firstState('1.0.0')
const trial = begun(fresh, '1.1.0')
const taken = proved(trial)

function back(state: typeof fresh, code: 'not_online' | 'left') {
  const after = wentBack(state, { code, at: AT, detail: '' })
  if (after === null) throw new Error('nowhere to go back to')
  return after
}

test.each([
  ['nothing', fresh, null],
  ['a trial', trial, { kind: 'proving', version: '1.1.0', before: '1.0.0' }],
  ['one that was taken', taken, { kind: 'taken', version: '1.1.0', before: '1.0.0' }],
  [
    'one that did not reach the hub',
    back(trial, 'not_online'),
    { kind: 'left', version: '1.1.0', before: '1.0.0', code: 'not_online', at: AT },
  ],
  [
    'one that a person left',
    back(taken, 'left'),
    { kind: 'left', version: '1.1.0', before: '1.0.0', code: 'left', at: AT },
  ],
  [
    'a newer one after a failure',
    proved(begun(back(trial, 'not_online'), '1.2.0')),
    { kind: 'taken', version: '1.2.0', before: '1.0.0' },
  ],
  ['an installer', withInstalled(fresh, '1.3.0'), { kind: 'taken', version: '1.3.0', before: '1.0.0' }],
])('%s', (_what, state, told) => {
  expect(lastUpdateOf(state)).toEqual(told)
})
