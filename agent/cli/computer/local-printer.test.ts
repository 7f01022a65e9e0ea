// `agent local-printer`: what is typed, done with whose rights, and said.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { describe, expect, test } from 'vitest'
import { WINDOWS_ERROR } from '../../core/printers/winspool/constants.ts'
import {
  scriptedWindows,
  spoolerOfWindows,
  type ScriptedWindows,
} from '../../core/printers/winspool/test/scripted-windows.ts'
import { parseCommandLine, UsageError } from '../arguments.ts'
import type { Elevated } from './as-administrator.ts'
import { carryOutLocalPrinterCommand, localPrinterText } from './local-printer.ts'
import { localPrinterCommand } from './local-printer-arguments.ts'

const ADD = localPrinterCommand(['add'], { to: '127.0.0.1:9100' })
const REMOVE = localPrinterCommand(['remove'], {})
const DENIED = ['AddPort', WINDOWS_ERROR.accessDenied] as const

/** A person who is no administrator; `elevate`: what becomes of Windows' question. */
function terminalOn(windows: ScriptedWindows, elevate: () => Elevated) {
  const asked: (readonly string[])[] = []
  const terminal = {
    socket: '/nowhere',
    spooler: spoolerOfWindows(windows),
    program: ['node.exe', 'agent.mjs'] as const,
    runAsAdministrator: async (program: string, args: readonly string[]) => {
      asked.push([program, ...args])
      return elevate()
    },
  }
  return { asked, terminal: { ...terminal, program: [...terminal.program] as [string, ...string[]] } }
}

async function wordsOf(doing: Promise<unknown>): Promise<string> {
  return doing.then(
    () => 'done',
    (error: unknown) => (error instanceof ProblemError ? error.message : String(error)),
  )
}

describe('with the rights of an administrator', () => {
  test('adds and removes it, and asks nobody', async () => {
    const { asked, terminal } = terminalOn(scriptedWindows(), () => ({ kind: 'declined', code: 1_223 }))
    expect((await carryOutLocalPrinterCommand(ADD, terminal)).text).toContain('leads to this agent')
    expect((await carryOutLocalPrinterCommand(REMOVE, terminal)).text).toContain('not in Windows')
    expect(asked).toEqual([])
  })
})

describe('without them', () => {
  test('has Windows ask, tells the other process where labels are taken, and shows what is there then', async () => {
    const windows = scriptedWindows({ fails: DENIED })
    const { asked, terminal } = terminalOn(windows, () => {
      windows.script.fails = null
      void spoolerOfWindows(windows).add({ host: '127.0.0.1', port: 9_100 }, 'Generic / Text Only')
      return { kind: 'ended', code: 0 }
    })
    const command = { ...ADD, driver: 'ZDesigner ZD421' }
    expect((await carryOutLocalPrinterCommand(command, terminal)).json).toMatchObject({ state: 'there' })
    const words = [
      'local-printer',
      'add',
      '--to',
      '127.0.0.1:9100',
      '--driver',
      'ZDesigner ZD421',
      '--no-ask',
    ]
    expect(asked).toEqual([['node.exe', 'agent.mjs', ...words]])
  })

  test.each([
    [{ kind: 'declined', code: 1_223 }, 'an administrator alone do that (nobody said yes)'],
    [{ kind: 'failed', code: 2 }, 'an administrator alone do that (Windows error 2)'],
    [{ kind: 'ended', code: 1 }, 'type it in a terminal of an administrator'],
  ] as const)('says what became of it: %j', async (elevated, words) => {
    const { terminal } = terminalOn(scriptedWindows({ fails: DENIED }), () => elevated)
    expect(await wordsOf(carryOutLocalPrinterCommand(ADD, terminal))).toContain(words)
  })

  test('asks nobody where that is not wanted', async () => {
    const { asked, terminal } = terminalOn(scriptedWindows({ fails: DENIED }), () => ({
      kind: 'ended',
      code: 0,
    }))
    const silent = { ...ADD, mayAsk: false }
    expect(await wordsOf(carryOutLocalPrinterCommand(silent, terminal))).toContain('an administrator alone')
    expect(asked).toEqual([])
  })
})

test('off Windows it says so', async () => {
  const { terminal } = terminalOn(scriptedWindows(), () => ({ kind: 'declined', code: 0 }))
  const elsewhere = { ...terminal, spooler: null }
  for (const command of [ADD, REMOVE])
    expect(await wordsOf(carryOutLocalPrinterCommand(command, elsewhere))).toContain('has no Windows')
})

test('what is typed', () => {
  const typed = (...words: string[]) => parseCommandLine(['local-printer', ...words]).command
  expect(typed()).toMatchObject({ act: 'status' })
  expect(typed('add', '--driver', 'X', '--to', '127.0.0.1:9100', '--no-ask')).toEqual({
    kind: 'local-printer',
    act: 'add',
    driver: 'X',
    to: { host: '127.0.0.1', port: 9_100 },
    mayAsk: false,
  })
  for (const words of [['print'], ['add', 'it'], ['remove', '--driver', 'X'], ['add', '--to', 'nowhere']])
    expect(() => typed(...words)).toThrow(UsageError)
  expect(() => parseCommandLine(['status', '--no-ask'])).toThrow(UsageError)
})

test('a port that asks by SNMP is said', () => {
  const port = { host: '127.0.0.1', port: 9_100, isSnmpOn: true }
  const text = localPrinterText({ state: 'wrong', wanted: null, port, printers: ['Etiketten'] })
  expect(text).toContain('127.0.0.1:9100, with SNMP on')
  expect(text).toContain('are not taken at this moment')
})
