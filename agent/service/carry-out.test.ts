// Steps as they are carried out: real files and real programs, in a folder of the test.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { carryOut } from './carry-out.ts'
import type { Act, Step } from './step.ts'

const noWindows = async (): Promise<void> => Promise.reject(new Error('no Windows'))
const step = (act: Act, isOptional = false): Step => ({ purpose: 'Do it', isOptional, ...act })
const program = (code: number, more: object = {}): Act => ({
  kind: 'run',
  program: process.execPath,
  args: ['-e', `console.error('why'); process.exit(${code})`],
  ...more,
})

describe('Steps', () => {
  test('write a file with its mode, over the one before, and remove it', async () => {
    const file = path.join(temporaryFolder(), 'unit')
    writeFileSync(file, 'before', { mode: 0o600 })
    await carryOut([step({ kind: 'write', file, text: 'now', mode: 0o644 })], noWindows)
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['now', 0o644])
    const gone = step({ kind: 'remove', path: file })
    await carryOut([gone, gone], noWindows)
    expect(existsSync(file)).toBe(false)
  })

  test('put a folder aside, whole, and say what a person should know', async () => {
    const folder = temporaryFolder()
    const [at, to] = [path.join(folder, 'data'), path.join(folder, 'data-1')]
    mkdirSync(at)
    writeFileSync(path.join(at, 'planted'), '')
    const put = { ...step({ kind: 'rename', path: at, to }), remark: 'It was put aside' }
    expect(await carryOut([put], noWindows)).toEqual(['It was put aside'])
    expect([existsSync(at), existsSync(path.join(to, 'planted'))]).toEqual([false, true])
    await expect(carryOut([put], noWindows)).rejects.toThrow('This was not done: Do it.')
  })

  test('end at the first that fails, which is named with what its program said', async () => {
    const file = path.join(temporaryFolder(), 'later')
    const steps = [step(program(3)), step({ kind: 'write', file, text: '', mode: 0o600 })]
    await expect(carryOut(steps, noWindows)).rejects.toThrow(
      /^This was not done: Do it\. .* ended with 3: why$/,
    )
    expect(existsSync(file)).toBe(false)
  })

  test('go on behind one that need not be, and tell of it', async () => {
    const remarks = await carryOut([step(program(3), true), step(program(6, { alsoFine: [6] }))], noWindows)
    expect(remarks).toEqual([expect.stringContaining('This was not done: Do it.')])
  })

  test('that need a program which is not there fail in words', async () => {
    const steps = [step({ kind: 'run', program: '/nowhere/systemctl', args: [] })]
    await expect(carryOut(steps, noWindows)).rejects.toThrow('/nowhere/systemctl')
  })
})
