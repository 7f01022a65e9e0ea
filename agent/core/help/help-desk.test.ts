// Asking for help at a computer, by the traps of the reference (K06 …): kept, sent once and in order, heard again after every gap.
import { randomUUID } from 'node:crypto'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { KEPT } from './kept-help.ts'
import { askedAndSent, FOUND, helpScene, requestOf } from './test/help-scene.ts'

const write = (key: string, text: string) => ({ key, text, clientId: randomUUID() })

describe('A request for help', () => {
  test('needs no words, and has the check of this computer as it was when it was asked', async () => {
    const { connect, desk, support } = await helpScene()
    await connect()
    const { clientId } = desk().ask(requestOf(null)).notSent ?? { clientId: '' }
    await until('support has it', () => support.requests.length === 1)
    expect(support.requests[0]).toEqual({ ...requestOf(null), clientId, diagnosis: FOUND })
  })

  test('K06: clicked twice it is one, also when the second click comes after it was sent', async () => {
    const { connect, desk, support } = await helpScene()
    await connect()
    const request = requestOf('No label')
    desk().ask(request)
    desk().ask(request)
    await until('support has it', () => desk().one(request.clientId).conversation.task !== null)
    desk().ask(request)
    expect(desk().list()).toHaveLength(1)
    expect(support.requests).toHaveLength(1)
  })

  test('K08: whose answer is lost after support took it is one, with its words once', async () => {
    const scene = await helpScene()
    await scene.connect()
    scene.support.onCommitted = scene.cut
    const request = requestOf('No label')
    scene.desk().ask(request)
    await scene.comeBack()
    await until('it is known here', () => scene.desk().one(request.clientId).conversation.task !== null)
    expect(scene.support.asked['AskForHelpAsync']).toBe(2)
    expect(scene.support.taskIds).toEqual([1])
    expect(scene.texts(request.clientId)).toEqual(['No label'])
  })

  test('without a connection is kept over a restart with what was written behind it, and sent in that order', async () => {
    const scene = await helpScene()
    const request = requestOf('Frau Özgür wartet')
    scene.desk().ask(request)
    for (const text of ['one', 'two']) scene.desk().write(write(request.clientId, text))
    expect(scene.desk().one(request.clientId)).toMatchObject({
      conversation: { task: null, notSent: { refusal: null } },
      lines: [{ text: 'Frau Özgür wartet' }, { text: 'one', seq: null }, { text: 'two', seq: null }],
    })
    await scene.restart()
    expect(scene.onDisk()).not.toContain('wartet')
    await scene.connect()
    await until(
      'all is there',
      () => scene.support.taskIds.length === 1 && scene.support.texts(1).length === 3,
    )
    expect(scene.support.texts(1)).toEqual(['Frau Özgür wartet', 'one', 'two'])
    await until('nothing is kept', () => scene.desk().one('1').lines.at(-1)?.seq === 3)
    expect(
      scene
        .desk()
        .one('1')
        .lines.map(({ seq }) => seq),
    ).toEqual([1, 2, 3])
    expect(scene.support.requests[0]?.diagnosis).toEqual(FOUND)
  })

  test('that support does not take says why, holds its words back, and can be sent again or dropped', async () => {
    const scene = await helpScene()
    await scene.connect()
    scene.support.refuse = new HubError('FORBIDDEN', reason('help_too_many', { max: 3 }))
    const request = requestOf('No label')
    scene.desk().ask(request)
    scene.desk().write(write(request.clientId, 'Hurry'))
    const refusal = () => scene.desk().one(request.clientId).conversation.notSent?.refusal?.code
    await until('it is refused', () => refusal() === 'help_too_many')
    expect(scene.support.asked['SendHelpMessageAsync']).toBeUndefined()
    scene.support.refuse = null
    scene.desk().sendAgain(request.clientId)
    await until(
      'both are there',
      () => scene.support.taskIds.length === 1 && scene.support.texts(1).length === 2,
    )
    scene.support.refuse = new HubError('FORBIDDEN', reason('help_too_many', { max: 3 }))
    const other = requestOf('Another')
    scene.desk().ask(other)
    await until(
      'it is refused',
      () => scene.desk().one(other.clientId).conversation.notSent?.refusal !== null,
    )
    scene.desk().drop(other.clientId)
    expect(
      scene
        .desk()
        .list()
        .map(({ key }) => key),
    ).toEqual(['1'])
  })

  test('that comes too often waits, and holds up neither words in another one nor what support says', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    scene.support.refuse = new HubError('RATE_LIMITED', reason('help_too_often', {}), {
      retryAfterMs: 600_000,
    })
    const other = requestOf('Another')
    scene.desk().ask(other)
    scene.desk().write(write(key, 'Still nothing'))
    await until('the words are there', () => scene.support.texts(1).includes('Still nothing'))
    const { notSent } = scene.desk().one(other.clientId).conversation
    expect(notSent).toMatchObject({ refusal: null, delay: { code: 'help_too_often' } })
    scene.support.refuse = null
    await until('it is planned', () => scene.clock.pending() === 1)
    scene.clock.stepMs(600_000)
    await until('it is there', () => scene.support.taskIds.length === 2)
  })

  test('is one of at most so many that are kept', async () => {
    const { desk } = await helpScene()
    const request = requestOf('No label')
    desk().ask(request)
    for (let n = 1; n < KEPT.maxRows; n += 1) desk().write(write(request.clientId, `${n}`))
    expect(() => desk().write(write(request.clientId, 'one more'))).toThrow(/keeps 40 requests/)
    for (const { clientId } of desk().one(request.clientId).lines.slice(1)) desk().drop(clientId)
    const long = '€'.repeat(4_000)
    const most = Math.floor(KEPT.maxBytes / (long.length * 3))
    expect(most).toBeLessThan(KEPT.maxRows)
    for (let n = 1; n < most; n += 1) desk().write(write(request.clientId, long))
    expect(() => {
      desk().write(write(request.clientId, long))
      desk().write(write(request.clientId, long))
    }).toThrow(/no more fit/)
  })

  test('of a computer in no pharmacy is refused in words', async () => {
    const { at, desk } = await helpScene()
    at.pharmacyId = null
    expect(() => desk().ask(requestOf(null))).toThrow(/does not belong to a pharmacy/)
  })
})

describe('Words of support', () => {
  test('K09: that nobody told of, since its portal ended, are heard on the next connect', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    scene.support.answers(1, 'Look at the roll')
    scene.cut()
    await scene.comeBack()
    await until('they are here', () => scene.texts(key).includes('Look at the roll'))
    expect(scene.desk().news().unread).toBe(1)
  })

  test('K10: after an hour away have no gap, each once and in order, and are counted', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene, null)
    scene.cut()
    const said = Array.from({ length: 30 }, (_, n) => `message ${n}`)
    for (const text of said) scene.support.answers(1, text)
    await scene.comeBack()
    await until('all are here', () => scene.desk().news().unread === 30)
    expect(scene.texts(key)).toEqual(said)
  })

  test('K11: that the hub lost without knowing are asked for while something is open, and within the hour afterwards', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    scene.support.answers(1, 'Look at the roll')
    await until('the next look is planned', () => scene.clock.pending() === 1)
    scene.clock.stepMs(120_000)
    await until('they are here', () => scene.desk().news().unread === 1)
    expect(scene.desk().one(key).conversation.task).toMatchObject({ claimedByName: 'Nell' })
    scene.support.becomes(1, { state: 'done' })
    await scene.tell(1)
    await until('it is done', () => scene.desk().one(key).conversation.task?.state === 'done')
    await until('the next look is far away', () => (scene.clock.nextInMs() ?? 0) >= 1_800_000)
    // Support begins one, and nobody tells.
    scene.support.becomes(1, { state: 'claimed' })
    scene.support.answers(1, 'One more thing')
    scene.clock.stepMs(3_600_000)
    await until('it is here', () => scene.texts(key).includes('One more thing'))
  })

  test('K10: a long conversation comes whole after a restart, however few requests the hub takes at once', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene, null)
    const said = Array.from({ length: 60 }, (_, n) => `message ${n}`)
    for (const text of said) scene.support.answers(1, text)
    const list = scene.support.handlers.ListHelpMessagesAsync
    let left = 2
    scene.hub.support = {
      ...scene.support.handlers,
      ListHelpMessagesAsync: async (question) => {
        if (left === 0) throw new HubError('RATE_LIMITED', 'Too many requests in a second')
        left -= 1
        return list(question)
      },
    }
    await scene.restart()
    for (let tries = 0; tries < 6 && scene.desk().news().unread < 60; tries += 1) {
      await until('the next try is planned', () => scene.clock.pending() === 1)
      left = 2
      scene.clock.stepMs(60_000)
    }
    await until('all are here', () => scene.desk().news().unread === 60)
    expect(scene.texts(key)).toEqual(said)
  })

  test('K12: told of late, twice, or of a task that is not known, come once', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    scene.support.answers(1, 'Look at the roll')
    await Promise.all([scene.tell(1), scene.tell(1), scene.tell(99)])
    await until('they are here', () => scene.desk().news().unread === 1)
    await scene.tell(1)
    expect(scene.texts(key)).toEqual(['No label', 'Look at the roll'])
  })

  test('K13: read in one window are read in every other, and support hears how far', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    scene.support.answers(1, 'Look at the roll')
    scene.support.answers(1, 'And close it')
    await scene.tell(1)
    await until('both are here', () => scene.desk().news().unread === 2)
    scene.desk().read({ key, seq: 2 })
    scene.desk().read({ key, seq: 1 })
    expect(scene.desk().news().unread).toBe(1)
    scene.desk().read({ key, seq: 999 })
    await until('support heard', () => scene.support.reads.at(-1) === 3)
    expect(scene.support.task(1).readSeq).toBe(3)
    await scene.restart()
    await until('they are here again', () => scene.desk().list().length === 1)
    expect(scene.desk().news().unread).toBe(0)
  })

  test('K16: are all unread where nobody read yet, and own words never are', async () => {
    const scene = await helpScene()
    await scene.connect()
    const key = await askedAndSent(scene)
    scene.desk().write(write(key, 'Hello?'))
    await until('it is there', () => scene.support.texts(1).length === 2)
    scene.support.answers(1, 'Here')
    await scene.tell(1)
    await until('it is here', () => scene.texts(key).includes('Here'))
    expect(scene.desk().one(key).conversation.unread).toBe(1)
  })
})

test('K19: a computer that was moved leaves what was said and what was kept behind', async () => {
  const scene = await helpScene()
  await scene.connect()
  const key = await askedAndSent(scene)
  scene.cut()
  scene.desk().write(write(key, 'To the pharmacy before'))
  scene.at.pharmacyId = 8
  scene.hub.support = { ...scene.support.handlers, ListHelpTasksAsync: async () => [] }
  await scene.comeBack()
  await until('it is forgotten', () => scene.desk().list().length === 0)
  expect(scene.support.texts(1)).toEqual(['No label'])
})

test('K21: a clock that was set back changes nothing of the order', async () => {
  const scene = await helpScene()
  const request = requestOf('first')
  scene.desk().ask(request)
  scene.desk().write(write(request.clientId, 'second'))
  scene.clock.wallMs = () => Date.UTC(2020, 0, 1)
  scene.desk().write(write(request.clientId, 'third'))
  await scene.connect()
  await until('all is there', () => scene.support.taskIds.length === 1 && scene.support.texts(1).length === 3)
  expect(scene.support.texts(1)).toEqual(['first', 'second', 'third'])
})

test('Solved or not is kept without a connection, counts at once, and opens again what was not', async () => {
  const scene = await helpScene()
  await scene.connect()
  const key = await askedAndSent(scene)
  scene.support.becomes(1, { state: 'done' })
  await scene.tell(1)
  await until('it is done', () => scene.desk().one(key).conversation.task?.state === 'done')
  scene.cut()
  scene.desk().answer({ key, isSolved: true })
  scene.desk().answer({ key, isSolved: false })
  expect(scene.desk().one(key).conversation.task?.isSolved).toBe(false)
  await scene.comeBack()
  await until('it is open again', () => scene.support.task(1).state === 'released')
})
