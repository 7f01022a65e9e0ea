// What an agent asks of its launcher, with stepped time: again while a label is sent, and not for ever.
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { expect, test } from 'vitest'
import type { Refusal } from '../../launcher/messages.ts'
import { Switching } from './switching.ts'

const ASK_EVERY_MS = 150_000

function rig() {
  const clock = new SteppedClock()
  const disk = { hasRoom: true }
  const noRoom: string[] = []
  const [asked, busy, refused]: [string[], (string | null)[], [string | null, string][]] = [[], [], []]
  let refuse: (why: Refusal) => void = () => undefined
  const switching = new Switching({
    launcher: {
      protocol: 1,
      ownFolder: '/',
      ask: ({ kind }) => void asked.push(kind),
      onRefused: (hear) => void (refuse = hear),
    },
    clock,
    isOnline: () => true,
    hasRoom: () => disk.hasRoom,
    onNoRoom: (version) => void noRoom.push(version),
    onBusy: (version) => void busy.push(version),
    onRefused: (...why) => void refused.push(why),
  })
  return { switching, clock, disk, noRoom, asked, busy, refused, refuse: (why: Refusal) => refuse(why) }
}

test('a launcher that says why it refuses is asked no more', () => {
  const { switching, clock, asked, busy, refused, refuse } = rig()
  switching.to('1.1.0')
  refuse('no_files')
  clock.stepMs(2 * ASK_EVERY_MS)
  expect([switching.step, asked, busy]).toEqual([null, ['switch'], []])
  expect(refused).toEqual([['1.1.0', 'the launcher does not find the files of that version']])
  switching.back('left')
  refuse('nothing_before')
  expect(refused.at(-1)).toEqual([null, 'the launcher knows of no version before this one'])
})

test('a launcher that says nothing is asked eight times, and then a later check may begin anew', () => {
  const { switching, clock, asked, busy, refused } = rig()
  switching.to('1.1.0')
  for (let times = 0; times < 12; times += 1) clock.stepMs(ASK_EVERY_MS)
  expect([asked.length, busy.length, switching.step]).toEqual([8, 7, null])
  expect(refused).toEqual([['1.1.0', 'the launcher was asked 8 times in vain']])
  switching.to('1.1.0')
  expect([asked.length, switching.step]).toEqual([9, 'switching'])
})

test('on a full disk the launcher is not asked, or no more', () => {
  const { switching, clock, disk, noRoom, asked } = rig()
  disk.hasRoom = false
  switching.to('1.1.0')
  expect([switching.step, asked, noRoom, clock.pending()]).toEqual([null, [], ['1.1.0'], 0])
  disk.hasRoom = true
  switching.to('1.1.0')
  disk.hasRoom = false
  clock.stepMs(2 * ASK_EVERY_MS)
  expect([switching.step, asked, noRoom]).toEqual([null, ['switch'], ['1.1.0', '1.1.0']])
})

test('a launcher that is busy is asked again for the way back, too, whatever hub and disk do', () => {
  const { switching, clock, disk, asked, busy, refused } = rig()
  disk.hasRoom = false
  switching.back('left')
  for (let times = 0; times < 12; times += 1) clock.stepMs(ASK_EVERY_MS)
  expect([asked.length, new Set(asked), busy.length, switching.step]).toEqual([8, new Set(['back']), 7, null])
  expect(refused).toEqual([[null, 'the launcher was asked 8 times in vain']])
})

test('what was not asked for is not refused', () => {
  const { switching, refused, refuse } = rig()
  refuse('on_trial')
  expect([switching.step, refused]).toEqual([null, []])
})
