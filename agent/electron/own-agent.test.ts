// An agent of the tray's own, with a real child: kept running, started again with growing pauses, ended with the tray.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished, test, expect } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { OwnAgent } from './own-agent.ts'

function ownAgent(source: string, clock = new SteppedClock()) {
  const folder = temporaryFolder()
  const file = path.join(folder, 'program.mjs')
  const log = path.join(folder, 'log')
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'; const say = (word) => appendFileSync('${log}', word + ' ');\n${source}`,
  )
  writeFileSync(log, '')
  const own = new OwnAgent({
    node: process.execPath,
    program: file,
    environment: process.env,
    clock,
    random: () => 0,
  })
  onTestFinished(async () => own.stop())
  return { own, clock, said: () => readFileSync(log, 'utf8').trim() }
}

test('runs it with the word of a service, and it ends when the tray lets go of it', async () => {
  const { own, said } = ownAgent(
    "say(process.argv[2]); process.on('disconnect', () => { say('goodbye'); process.exit(0) }); setInterval(() => {}, 1000)",
  )
  own.start()
  own.start()
  await until('it runs', () => said() === 'run')
  expect(own.isOurs()).toBe(true)
  await own.stop()
  expect(said()).toBe('run goodbye')
  expect(own.isOurs()).toBe(false)
})

test('starts it again when it ends, each time later', async () => {
  const { own, clock, said } = ownAgent("say('run')")
  own.start()
  for (const [count, pauseMs] of [500, 1_000, 2_000].entries()) {
    await until('it has ended', () => clock.nextInMs() !== null)
    expect(said().split(' ')).toHaveLength(count + 1)
    expect(clock.nextInMs()).toBe(pauseMs)
    clock.stepMs(pauseMs)
  }
})

test('one whose program is missing is tried again, and harms nobody', async () => {
  const clock = new SteppedClock()
  const own = new OwnAgent({
    node: '/nowhere/node',
    program: '/nowhere',
    environment: {},
    clock,
    random: () => 0,
  })
  own.start()
  await until('it has failed', () => clock.nextInMs() === 500)
  await own.stop()
  expect(clock.pending()).toBe(0)
})

test('one that does not listen is killed after 5 s', async () => {
  const { own, clock, said } = ownAgent(
    "say('run'); process.on('disconnect', () => say('no')); setInterval(() => {}, 1000)",
  )
  own.start()
  await until('it runs', () => said() === 'run')
  const stopping = own.stop()
  await until('it heard', () => said() === 'run no')
  clock.stepMs(5_000)
  await stopping
})
