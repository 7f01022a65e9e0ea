// Commands that scripts start: their output, their end, and the time they may take.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand, type Command } from './command.ts'

const command = (code: string, rest: Partial<Command> = {}): Command => ({
  file: process.execPath,
  args: ['-e', code],
  env: {},
  limitMs: 15_000,
  shown: false,
  ...rest,
})

describe('a command of a script', () => {
  it('gives back what it printed on both streams, and success', async () => {
    const result = await runCommand(
      command(`console.log(process.env.WORD); console.error('two')`, { env: { WORD: 'one' } }),
    )
    expect(result).toMatchObject({ succeeded: true, ending: 'ended with code 0' })
    expect(result.output.split('\n').toSorted()).toEqual(['', 'one', 'two'])
  })

  it('names the code or the signal that it ended with', async () => {
    expect(await runCommand(command('process.exit(3)'))).toMatchObject({
      succeeded: false,
      ending: 'ended with code 3',
    })
    const killed = await runCommand(command(`process.kill(process.pid, 'SIGKILL')`))
    expect(killed).toMatchObject({ succeeded: false, ending: 'ended by SIGKILL' })
  })

  it('says that a program cannot be started', async () => {
    const result = await runCommand(command('', { file: '/nowhere/tool' }))
    expect(result.succeeded).toBe(false)
    expect(result.ending).toContain('did not start')
  })

  it('is ended when it takes longer than its limit', async () => {
    const result = await runCommand(command('setInterval(() => {}, 1000)', { limitMs: 300 }))
    expect(result).toMatchObject({ succeeded: false, ending: 'took longer than 0.3 s' })
  })

  it('ends with the script that started it', async () => {
    const started = `console.log('started'); setInterval(() => {}, 1000)`
    const module_ = JSON.stringify(join(import.meta.dirname, 'command.ts'))
    const script = `import(${module_}).then(({ runCommand }) => runCommand({
      file: process.execPath, args: ['-e', ${JSON.stringify(started)}], env: {}, limitMs: 60000, shown: true }))`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    // The pipe closes only when its last writer, the command, is gone too.
    const [code]: unknown[] = await once(child, 'close')
    expect(code).toBe(143)
  })
})
