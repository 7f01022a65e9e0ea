// Handing a label to Windows, call by call: what is written, and what is known when one of the calls fails.
import { describe, expect, test } from 'vitest'
import { PRINTER, scriptedApi, type Script } from '../test/scripted-api.ts'
import { giveUp, newGate } from '../write-gate.ts'
import { handOver } from './hand-over.ts'

const payload = Buffer.from(Uint8Array.from({ length: 200_000 }, (_, index) => index % 251))

function handedOver(script: Script, gate = newGate()) {
  const api = scriptedApi(script)
  return { api, outcome: handOver(api, PRINTER, { title: 'label 1', payload, gate }) }
}

test('a label is written whole, in the order that Windows wants', () => {
  const { api, outcome } = handedOver({})
  expect(outcome).toEqual({ kind: 'queued', job: 7 })
  expect(api.written().equals(payload)).toBe(true)
  expect([...new Set(api.calls)]).toEqual(['start RAW', 'page', 'write', 'end page', 'end'])
})

test.each([1_000, 65_535, 1])(
  'calls that take only %i bytes are repeated until it is whole',
  (takesBytes) => {
    const short = payload.subarray(0, takesBytes === 1 ? 300 : payload.length)
    const api = scriptedApi({ takesBytes })
    handOver(api, PRINTER, { title: 'label 1', payload: short, gate: newGate() })
    expect(api.written().equals(short)).toBe(true)
  },
)

test('a driver of version 4 gets it past its own page maker', () => {
  expect(handedOver({ isXps: true }).api.calls[0]).toBe('start XPS_PASS')
})

describe('When a call fails', () => {
  const waiting = { id: 7, title: 'label 1', computer: 'PC', status: 1, printingMs: 0, pages: 0 }

  test('before there is a job, nothing was written', () => {
    const { api, outcome } = handedOver({ fails: ['start RAW', 1804] })
    expect(outcome).toMatchObject({ kind: 'failed', hasWritten: false, takenBack: null })
    expect(api.calls).toEqual(['start RAW'])
  })

  test('before the first byte, nothing was written and the job goes', () => {
    const { api, outcome } = handedOver({ fails: ['page', 5] })
    expect(outcome).toMatchObject({ hasWritten: false, failure: { step: 'page', code: 5 } })
    expect(api.calls.slice(2)).toEqual(['pause', 'abort', 'delete'])
  })

  test.each(['write', 'end page', 'end'])(
    'at %s, bytes may have left, and the job is looked at before it goes',
    (call) => {
      const { api, outcome } = handedOver({ fails: [call, 112], looks: [waiting, null] })
      const takenBack = { wasPaused: true, before: waiting, after: null }
      expect(outcome).toMatchObject({ kind: 'failed', hasWritten: true, takenBack })
      expect(api.calls.slice(-3)).toEqual(['pause', 'abort', 'delete'])
    },
  )

  test('a call that takes nothing does not go on for ever', () => {
    expect(handedOver({ takesBytes: 0 }).outcome).toMatchObject({ kind: 'failed', hasWritten: true })
  })
})

test('nobody waits for it any more: no byte is written, and the job goes', () => {
  const gate = newGate()
  expect(giveUp(gate)).toBe(true)
  const { api, outcome } = handedOver({}, gate)
  expect(outcome).toMatchObject({ kind: 'failed', hasWritten: false })
  expect(api.written()).toHaveLength(0)
  expect(api.calls).toContain('abort')
})

test('whoever gives up while it is being written is told that bytes may have left', () => {
  const gate = newGate()
  const told: boolean[] = []
  handedOver({ onWrite: () => told.push(giveUp(gate)) }, gate)
  expect(new Set(told)).toEqual(new Set([false]))
})
