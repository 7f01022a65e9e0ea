// Assignments that a device did not take: too slow, gone, or refused, and what is told of them.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { silentLogger, type LogFields } from '@pharmacy-relay/shared/logger.ts'
import { describe, expect, test } from 'vitest'
import { assignmentOf } from '../test/memory-registry.ts'
import { answerWith, never, startTestHub } from '../test/test-hub.ts'
import { heardOf, progressOf, push, slowAnswers } from '../test/test-assignments.ts'

describe('an assignment that the device did not take', () => {
  test('in time was not received, and the next one goes out', async () => {
    const hub = await startTestHub({ settings: { assignmentTimeoutMs: 40 } })
    const device = await hub.register({ handlers: { PrinterConfigChangedAsync: never } })
    push(hub, device, assignmentOf(2))
    await expect.poll(() => progressOf(hub, device)).toEqual(['1 sent', '2 sent'])
    expect(hub.hub.facts()).toMatchObject({ assignmentsSent: 2, assignmentsReceived: 0 })
  })

  test('goes out again when it is pushed again', async () => {
    const hub = await startTestHub({ settings: { assignmentTimeoutMs: 40 } })
    const answers = [never, async () => null]
    const device = await hub.register({
      handlers: { PrinterConfigChangedAsync: async () => (answers.shift() ?? never)() },
    })
    const again = setInterval(() => {
      if (progressOf(hub, device).length > 1) clearInterval(again)
      else push(hub, device, assignmentOf(1))
    }, 20)
    await expect.poll(() => progressOf(hub, device)).toEqual(['1 sent', '1 sent', '1 received'])
    clearInterval(again)
    // The role is the same as the last one that was sent.
    expect(heardOf(device)).toEqual(['None', 'v1', 'v1'])
  })

  test('because it left is not waited for', async () => {
    const hub = await startTestHub({ settings: { assignmentTimeoutMs: 60_000 } })
    const { gates, handlers } = slowAnswers()
    const device = await hub.register({ handlers })
    await expect.poll(() => gates).toHaveLength(1)
    push(hub, device, assignmentOf(2))
    await device.ask('UnregisterDeviceAsync')
    push(hub, device, assignmentOf(3))
    await device.closed
    expect(progressOf(hub, device)).toEqual(['1 sent'])
    expect(heardOf(device)).toEqual(['None', 'v1'])
  })

  test.for<[string, unknown]>([
    ['refused', { ok: false, code: 'INTERNAL', message: 'The disk is full' }],
    ['answered with nonsense', { ok: true, data: 'yes' }],
    ['answered in no known form', 'thanks'],
  ])('%s was not received', async ([, reply]) => {
    const hub = await startTestHub()
    const device = await hub.connect({ handlers: { PrinterConfigChangedAsync: never } })
    answerWith(device, 'PrinterConfigChangedAsync', reply)
    const identity = await device.ask('RegisterDeviceAsync', device.registration)
    push(hub, { ...device, identity }, assignmentOf(2))
    await expect.poll(() => heardOf(device)).toContain('v2')
    await device.ask('UpdateRoleAsync', 'None')
    expect(progressOf(hub, { ...device, identity })).toEqual(['1 sent', '2 sent'])
  })

  test('and says why: the log has the code and none of its words', async () => {
    const lines: unknown[] = []
    const logger = {
      ...silentLogger,
      warn: (event: string, fields?: LogFields) => void lines.push({ event, ...fields }),
    }
    const hub = await startTestHub({ logger })
    const refusing = async (): Promise<null> => {
      throw new HubError('NOT_SUPPORTED', 'Ada Example 12 mg')
    }
    const device = await hub.register({ handlers: { PrinterConfigChangedAsync: refusing } })
    const sessionId = device.identity.connectionId
    const line = { event: 'assignment.unanswered', sessionId, version: 1, code: 'NOT_SUPPORTED' }
    await expect.poll(() => lines).toEqual([line])
  })
})
