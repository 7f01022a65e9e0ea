// No label overtakes an older one on a link, whatever the older one waits for; and none waits for one that is over.
import { expect, test } from 'vitest'
import { LinkError, type SenderLink } from '../link-parts.ts'
import { Turns } from './turns.ts'

function link() {
  const ended = Promise.withResolvers<LinkError>()
  const never = async () => new Promise<never>(() => undefined)
  const link: SenderLink = {
    send: never,
    query: never,
    isAlive: true,
    ended: ended.promise,
    close: () => undefined,
    look: never,
  }
  return { link, end: () => ended.resolve(new LinkError('closed', 'gone')) }
}

async function isThere(turn: Promise<void>): Promise<boolean> {
  const later = new Promise<false>((resolve) => setImmediate(resolve, false))
  return Promise.race([turn.then(() => true), later])
}

test('a label waits until all older ones are on the same link', async () => {
  const [turns, lan, hub] = [new Turns(), link().link, link().link]
  const [first, second, third] = [turns.take(), turns.take(), turns.take()]
  const comes = [second.comes(lan), third.comes(lan)] as const
  expect(await isThere(first.comes(lan))).toBe(true)
  first.isOn(hub)
  expect(await isThere(comes[0])).toBe(false)
  first.isOn(lan)
  expect([await isThere(comes[0]), await isThere(comes[1])]).toEqual([true, false])
  second.isOn(lan)
  expect(await isThere(comes[1])).toBe(true)
})

test('or are over, or the link has ended', async () => {
  const [turns, { link: lan, end }] = [new Turns(), link()]
  const [first, second, third] = [turns.take(), turns.take(), turns.take()]
  const comes = [second.comes(lan), third.comes(lan)] as const
  first.leave()
  expect([await isThere(comes[0]), await isThere(comes[1])]).toEqual([true, false])
  end()
  expect(await isThere(comes[1])).toBe(true)
})

test('or, when an older one was refused for now, until it is there again', async () => {
  const [turns, lan] = [new Turns(), link().link]
  const [first, second] = [turns.take(), turns.take()]
  first.isOn(lan)
  first.isOff(lan)
  const comes = second.comes(lan)
  expect(await isThere(comes)).toBe(false)
  first.isOn(lan)
  expect(await isThere(comes)).toBe(true)
})
