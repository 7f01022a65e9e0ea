// The pages of the scheduler, as Admin and Support use them.
import { beforeEach, describe, expect, test } from 'vitest'
import { load } from '../../test/page-text.ts'
import { startPrintingStage, type PrintingStage } from '../../test/printing-stage.ts'
import { RUNNING_RUN, runOf } from '../testing/scheduler-pages.ts'

let stage: PrintingStage
beforeEach(async () => {
  stage = await startPrintingStage()
})

const scheduler = () => stage.upstream.store.scheduler

async function press(path: string, task: string) {
  const { csrf } = load((await stage.admin.get('/scheduler')).text)
  return stage.admin.post(path, { csrf, task })
}

describe('an Admin', () => {
  test.each([
    ['/scheduler/run', 'run retention', 'begins within moments'],
    ['/scheduler/pause', 'pause retention', 'The task is paused.'],
    ['/scheduler/resume', 'resume retention', 'runs by the clock again'],
  ])('%s asks the store for it once, and the list says so', async (path, asked, said) => {
    const reply = await press(path, 'retention')
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/scheduler'])
    expect(scheduler().asked).toEqual([asked])
    expect((await stage.admin.get('/scheduler')).text).toContain(said)
    expect((await stage.admin.get('/scheduler')).text).not.toContain(said)
    expect((await stage.admin.get(path)).status).toBe(303)
  })

  test('is told that a task runs already', async () => {
    Object.assign(scheduler().tasks[0] ?? {}, { state: 'running', last: RUNNING_RUN })
    await press('/scheduler/run', 'retention')
    expect((await stage.admin.get('/scheduler')).text).toContain('The task is running already.')
  })

  test('a task that nobody knows is a page in words', async () => {
    expect((await stage.admin.get('/scheduler/tasks/nobody')).status).toBe(404)
    expect((await stage.admin.get('/scheduler/tasks/No_Task')).status).toBe(404)
    expect((await press('/scheduler/run', 'nobody')).status).toBe(404)
  })

  test('sees the failed runs alone, each with its reason', async () => {
    scheduler().runs.unshift(runOf({ id: 18, outcome: 'failed', reason: 'unavailable' }))
    const all = (await stage.admin.get('/scheduler/tasks/retention')).text
    expect(all).toContain('1,204 keys')
    const failed = (await stage.admin.get('/scheduler/tasks/retention?outcome=failed')).text
    expect(failed).toContain('The database or another service did not answer.')
    expect(failed).toContain('>1 run<')
  })
})

test('the table asks again by itself while a task runs, and not while all wait', async () => {
  expect((await stage.admin.get('/scheduler')).text).not.toContain('data-refresh=')
  Object.assign(scheduler().tasks[0] ?? {}, { state: 'running', last: RUNNING_RUN })
  expect((await stage.admin.get('/scheduler')).text).toContain('data-refresh="/scheduler/table"')
  const table = (await stage.admin.get('/scheduler/table')).text
  expect(table).toContain('Running now')
  expect(table).not.toContain('<html')
})

test('Support sees tasks, runs and days, and no button', async () => {
  const support = await stage.signedIn('Support')
  for (const path of ['/scheduler', '/scheduler/tasks/retention', '/scheduler/days']) {
    const reply = await support.get(path)
    expect([path, reply.status]).toEqual([path, 200])
    expect(reply.text).not.toContain('form="run-task"')
  }
})
