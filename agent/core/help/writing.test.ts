// Who writes in a conversation: told to support and heard of it, over a real connection, and over by itself.
import { randomUUID } from 'node:crypto'
import { PRESENCE_GONE_MS, WRITING_REST_MS } from '@pharmacy-relay/shared/api/support/presence-times.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { askedAndSent, helpScene, requestOf } from './test/help-scene.ts'

const write = (key: string, text: string) => ({ key, text, clientId: randomUUID() })

describe('Who writes', () => {
  test('at this computer is told to support once in 20 s, until the words are sent or nobody typed for 10 s', async () => {
    const scene = await helpScene()
    const { clock, support } = scene
    scene.desk().ask(requestOf(null))
    await scene.connect()
    await until('support has it', () => scene.desk().list()[0]?.task?.state === 'new')
    const key = scene.desk().list()[0]?.key ?? ''
    for (let seconds = 0; seconds < 24; seconds += 4) {
      scene.desk().typed(key)
      clock.stepMs(4_000)
    }
    await until('the second was told', () => support.presences.length === 2)
    clock.stepMs(WRITING_REST_MS)
    await until('the end was told', () => support.presences.length === 3)
    scene.desk().typed(key)
    scene.desk().write(write(key, 'It is on'))
    await until('both were told', () => support.presences.length === 5)
    const kinds = support.presences.map(({ taskId, kind }) => `${taskId} ${kind}`)
    expect(kinds).toEqual(['1 writes', '1 writes', '1 left', '1 writes', '1 left'])
    expect(() => scene.desk().typed('99')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('K29: of support is shown until it says that it stopped, or 45 s after its last word', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    const isShown = (): boolean => scene.desk().one(key).isSupportWriting
    expect(isShown()).toBe(false)
    await scene.tellPresence(1, 'writes')
    expect(isShown()).toBe(true)
    await scene.tellPresence(1, 'left')
    expect(isShown()).toBe(false)
    await scene.tellPresence(1, 'writes')
    scene.clock.stepMs(PRESENCE_GONE_MS - 1)
    expect(isShown()).toBe(true)
    scene.clock.stepMs(1)
    expect(isShown()).toBe(false)
  })
})
