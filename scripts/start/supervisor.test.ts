// The supervisor with real processes: ready or told why not, back after a crash, stopped for good.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { ProgramStart } from './child-program.ts'
import { Supervisor } from './supervisor.ts'

const READY = "process.send({ kind: 'ready' }); setInterval(() => {}, 1000)"

function newSupervisor(): { supervisor: Supervisor; said: string[] } {
  const said: string[] = []
  const supervisor = new Supervisor((text) => said.push(text))
  onTestFinished(async () => supervisor.stopAll([]))
  return { supervisor, said }
}

function program(name: string, script: string): ProgramStart {
  const logFolder = mkdtempSync(path.join(os.tmpdir(), 'supervisor-test-'))
  onTestFinished(() => rmSync(logFolder, { recursive: true, force: true }))
  return { name, args: ['-e', script], environment: {}, logFolder }
}

function pidOf(supervisor: Supervisor, name: string): number | null {
  return supervisor.running().find((one) => one.name === name)?.pid ?? null
}

test('a program that ends before it is ready is reported with the end of its log, and not started again', async () => {
  const { supervisor, said } = newSupervisor()
  const starting = supervisor.start(program('broken', "console.error('no such port'); process.exit(3)"))
  await expect(starting).rejects.toThrow(/broken ended \(code 3\)[\s\S]*no such port/)
  expect(supervisor.running()).toEqual([])
  expect(said).toEqual([])
})

test('what an earlier start wrote into the log is not shown as the reason of this one', async () => {
  const { supervisor } = newSupervisor()
  const first = program('twice', "console.error('an old fault'); process.exit(3)")
  await expect(supervisor.start(first)).rejects.toThrow('an old fault')
  const second = { ...first, args: ['-e', "console.error('the new fault'); process.exit(4)"] }
  await expect(supervisor.start(second)).rejects.toThrow(/^(?![^]*an old fault)[^]*the new fault/)
  const silent = { ...first, args: ['-e', 'process.exit(5)'] }
  await expect(supervisor.start(silent)).rejects.toThrow(/^(?![^]* fault)[^]*It wrote nothing/)
})

test('a program that is killed is started again', async () => {
  const { supervisor, said } = newSupervisor()
  await supervisor.start(program('one', READY))
  const first = pidOf(supervisor, 'one')
  process.kill(first ?? 0, 'SIGKILL')
  await until('it is back', () => said.includes('one is back.'))
  expect(said[0]).toContain('Starting it again in 1 s.')
  expect(pidOf(supervisor, 'one')).not.toBe(first)
})

test('a program that somebody starts while its restart is planned runs once', async () => {
  const { supervisor, said } = newSupervisor()
  await supervisor.start(program('one', READY))
  process.kill(pidOf(supervisor, 'one') ?? 0, 'SIGKILL')
  await until('its restart is planned', () => said.length === 1)
  expect(await supervisor.startAgain('one')).toBe(true)
  const started = pidOf(supervisor, 'one')
  // Another one that crashed later is back after the time at which the first would have been started twice.
  await supervisor.start(program('two', READY))
  process.kill(pidOf(supervisor, 'two') ?? 0, 'SIGKILL')
  await until('the other one is back', () => said.includes('two is back.'))
  expect(pidOf(supervisor, 'one')).toBe(started)
  expect(said).not.toContain('one is back.')
})

test('a stopped program stays stopped until it is started again', async () => {
  const { supervisor, said } = newSupervisor()
  await supervisor.start(program('one', READY))
  expect(await supervisor.startAgain('one')).toBe(false)
  expect(await supervisor.stop('one')).toBe(true)
  expect(await supervisor.stop('one')).toBe(false)
  expect(said).toEqual([])
  expect(await supervisor.startAgain('one')).toBe(true)
  expect(await supervisor.startAgain('unknown')).toBe(false)
})

test('a program that does not heed SIGTERM is ended all the same, and nothing starts afterwards', async () => {
  const { supervisor } = newSupervisor()
  await supervisor.start(program('deaf', `process.on('SIGTERM', () => {}); ${READY}`))
  await supervisor.stopAll([['deaf']])
  expect(supervisor.running()).toEqual([])
  await expect(supervisor.start(program('late', READY))).rejects.toThrow('being stopped')
})
